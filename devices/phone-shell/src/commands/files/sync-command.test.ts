import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

describe("sync", () => {
  testRows([
    ["sync; echo $?", "0\n"],
    ["mkdir d; echo a > d/f; sync d/f d; echo $?", "0\n"],
    ["sync missing; echo $?", "1\n", "sync: 'missing': No such file or directory\n"],
  ]);
});
