import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

const MARK = "\u{FEFF}";

test("quotes cells per RFC 4180 and with other separators", () => {
  expect(toCsv(["a", "b"], [['say "hi", then\nleave', 1.5]])).toBe(`${MARK}a,b\r\n"say ""hi"", then\nleave",1.5\r\n`);
  expect(toCsv(["a"], [["x;=1+1"]])).toBe(`${MARK}a\r\n"x;=1+1"\r\n`);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1"])("%j is not a formula", (text) => {
  expect(toCsv(["a"], [[text]])).toBe(`${MARK}a\r\n'${text}\r\n`);
});

test.each(["\t=1", "\r=1", "\n=1"])("%j is not a formula either", (text) => {
  expect(toCsv(["a"], [[text]])).toBe(`${MARK}a\r\n"'${text}"\r\n`);
});

test("keeps numbers as numbers", () => {
  expect(toCsv(["a"], [[-1]])).toBe(`${MARK}a\r\n-1\r\n`);
});
