import { expect, test } from "vitest";
import { createLastLines } from "./last-lines.ts";

const box = { sandboxId: "sbx_1", kind: "linux" } as const;

function linesOf(...outputs: string[]): string[] {
  const lastLines = createLastLines();
  for (const output of outputs) lastLines.add(box, Buffer.from(output));
  return lastLines.read(box.sandboxId);
}

test.each([
  ["joins chunks", ["$ ma", "ke\r\nall ", "done\r\n"], ["$ make", "all done"]],
  ["removes colors and titles", ["\u001B]0;user@box\u0007\u001B[1;32muser\u001B[0m:~$ ls\r\n"], ["user:~$ ls"]],
  ["shows the end of a progress line", ["10 %\r50 %\r100 %\r\n"], ["100 %"]],
  ["keeps empty lines between others", ["a\n\nb\n\n"], ["a", "", "b"]],
  ["removes other control characters", ["a\u0007b\u0000\n"], ["ab"]],
  ["reads characters across chunks", ["\u4F60"], ["\u4F60"]],
])("%s", (_what, outputs, expected) => {
  expect(linesOf(...outputs)).toEqual(expected);
});

test("keeps the last lines of a flood, without a cut one", () => {
  const flood = Array.from({ length: 10_000 }, (_, index) => `line ${index}\n`).join("");
  const expected = Array.from({ length: 16 }, (_, index) => `line ${9_984 + index}`);
  expect(linesOf(flood)).toEqual(expected);
  expect(linesOf(flood.slice(0, 50_001), flood.slice(50_001))).toEqual(expected);
  expect(linesOf("x".repeat(5_000))).toEqual([]);
  expect(linesOf(`\n${"x".repeat(3_000)}`)).toEqual(["", "x".repeat(120)]);
});

test("keeps the most recent sandboxes, and none with a screen", () => {
  const lastLines = createLastLines();
  for (let index = 0; index < 501; index += 1) lastLines.add({ ...box, sandboxId: `sbx_${index}` }, "on\n");
  lastLines.add({ sandboxId: "sbx_phone", kind: "phone" }, "secret\n");
  expect(["sbx_0", "sbx_1", "sbx_500", "sbx_phone"].map((id) => lastLines.read(id))).toEqual([[], ["on"], ["on"], []]);
});
