import type { CommandEvent } from "@terrarium/contract/box-commands";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { printCommand } from "./print-command.ts";

let printed: Buffer[] = [];
let told: Buffer[] = [];

beforeEach(() => {
  printed = [];
  told = [];
  for (const [name, chunks] of [["stdout", printed] as const, ["stderr", told] as const]) {
    const spy = vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      chunks.push(Buffer.from(chunk));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
});

async function* eventsOf(...events: CommandEvent[]) {
  yield* events;
}
const textOf = (chunks: Buffer[]): string => Buffer.concat(chunks).toString();

test.each([
  [undefined, "ended after 30s; use --timeout for up to 10m\n"],
  ["5m", "ended after 5m; use --timeout for up to 10m\n"],
])("a timeout, %s, reports how to extend it", async (timeout, words) => {
  const events = eventsOf({ event: "stdout", data: "out\n" }, { event: "end", exitCode: 124, timedOut: true });
  expect(await printCommand(events, "table", timeout)).toBe(124);
  expect(textOf(printed)).toBe("out\n");
  expect(textOf(told)).toBe(words);
});

test("exit code 124 without a timeout is not explained", async () => {
  expect(await printCommand(eventsOf({ event: "end", exitCode: 124, timedOut: false }), "table")).toBe(124);
  expect(textOf(told)).toBe("");
});

test("prints binary output unchanged", async () => {
  const bytes = Buffer.from("89504e470d0a1a0a", "hex");
  const piece = { event: "stdout", data: bytes.toString(), base64: bytes.toString("base64") } as const;
  await printCommand(eventsOf(piece, { event: "end", exitCode: 0, timedOut: false }), "table");
  expect(Buffer.concat(printed).equals(bytes)).toBe(true);
});

test("prints one object as JSON", async () => {
  const events = eventsOf({ event: "stderr", data: "err" }, { event: "end", exitCode: 124, timedOut: true });
  await printCommand(events, "json");
  expect(JSON.parse(textOf(printed))).toEqual({ stdout: "", stderr: "err", exitCode: 124, timedOut: true });
  expect(textOf(told)).toBe("");
});
