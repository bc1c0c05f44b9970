import { expect, it } from "vitest";
import { KilledError } from "./task.ts";
import { passOverEnds } from "./unowned-ends.ts";

it("ignores the end of a process and no other error", () => {
  expect(() => passOverEnds(new KilledError(15))).not.toThrow();
  expect(() => passOverEnds(new Error("broken"))).toThrow("broken");
});
