import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("cells are quoted where RFC 4180 asks for it", () => {
  expect(toCsv(["a", "b"], [['say "hi", then\nleave', 1.5]])).toBe('a,b\r\n"say ""hi"", then\nleave",1.5\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])("%j is no formula", (text) => {
  expect(toCsv(["a"], [[text]])).toBe(`a\r\n'${text}\r\n`);
});

test("numbers stay numbers", () => {
  expect(toCsv(["a"], [[-1]])).toBe("a\r\n-1\r\n");
});
