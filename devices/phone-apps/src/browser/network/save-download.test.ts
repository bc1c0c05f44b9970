import { expect, it } from "vitest";
import { nameOf } from "./save-download.ts";

it.each([
  [`attachment; filename="report 1.pdf"`, "https://a.test/x", "report 1.pdf"],
  [`attachment; filename=plain.zip; size=3`, "https://a.test/x", "plain.zip"],
  [`attachment; filename*=UTF-8''%E8%8B%94.txt; filename="moss.txt"`, "https://a.test/x", "苔.txt"],
  [`attachment; filename="../../etc/passwd"`, "https://a.test/x", "passwd"],
  [`attachment; filename="..\\\\..\\\\evil.sh"`, "https://a.test/x", "evil.sh"],
  [`attachment; filename="..."`, "https://a.test/x", "download"],
  [`attachment; filename="a\u0000b:c"`, "https://a.test/x", "a_b_c"],
  ["", "https://a.test/files/leaf%20one.apk?x=1", "leaf one.apk"],
  ["", "https://a.test/", "download"],
])("%j from %s is saved as %s", (disposition, address, name) => {
  expect(nameOf({ disposition, url: new URL(address) })).toBe(name);
});
