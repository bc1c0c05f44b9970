import { expect, test } from "vitest";
import { RecentOutput } from "./recent-output.ts";

const outputOf = (keptBytes: number, ...texts: string[]): RecentOutput => {
  const output = new RecentOutput(keptBytes);
  for (const text of texts) output.add(Buffer.from(text));
  return output;
};

test("returns the output since a position", () => {
  const output = outputOf(100, "one ", "two ");
  expect(output.since(0, 50)).toEqual({ text: "one two ", from: 0, next: 8 });
  expect(output.since(4, 50)).toEqual({ text: "two ", from: 4, next: 8 });
  expect(output.since(8, 50)).toEqual({ text: "", from: 8, next: 8 });
  expect(output.since(99, 50)).toEqual({ text: "", from: 8, next: 8 });
  expect(output.since(0, 3)).toEqual({ text: "one", from: 0, next: 3 });
});

test("drops the oldest output and keeps its positions", () => {
  expect(outputOf(4, "abc", "def").since(0, 50)).toEqual({ text: "cdef", from: 2, next: 6 });
  expect(outputOf(4, "a", "bcdefghi").since(0, 50)).toEqual({ text: "fghi", from: 5, next: 9 });
  expect(outputOf(4, "abcd").since(0, 50)).toEqual({ text: "abcd", from: 0, next: 4 });
});

test("equals the end of any output, in pieces of any length", () => {
  const output = new RecentOutput(7);
  let all = "";
  for (let i = 0; i < 40; i += 1) {
    const piece = String.fromCharCode(97 + (i % 26)).repeat((i * 5) % 11);
    output.add(Buffer.from(piece));
    all += piece;
    expect(output.since(0, 50).text).toBe(all.slice(-7));
  }
});

test("leaves an incomplete character for the next part", () => {
  const output = outputOf(100, "aé字");
  expect(output.since(0, 5)).toEqual({ text: "aé", from: 0, next: 3 });
  expect(output.since(3, 5)).toEqual({ text: "字", from: 3, next: 6 });
});
