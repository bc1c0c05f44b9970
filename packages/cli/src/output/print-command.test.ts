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
  [undefined, "ended after 30s; --timeout gives it longer, up to 10m\n"],
  ["5m", "ended after 5m; --timeout gives it longer, up to 10m\n"],
])("a command that is ended since its time is over, %s, says so and how to give it more", async (timeout, words) => {
  const events = eventsOf({ event: "stdout", data: "out\n" }, { event: "end", exitCode: 124, timedOut: true });
  expect(await printCommand(events, "table", timeout)).toBe(124);
  expect(textOf(printed)).toBe("out\n");
  expect(textOf(told)).toBe(words);
});

test("a command that ends by itself with the same code says nothing of it", async () => {
  expect(await printCommand(eventsOf({ event: "end", exitCode: 124, timedOut: false }), "table")).toBe(124);
  expect(textOf(told)).toBe("");
});

test("what is no text is printed as the device printed it", async () => {
  const bytes = Buffer.from("89504e470d0a1a0a", "hex");
  const piece = { event: "stdout", data: bytes.toString(), base64: bytes.toString("base64") } as const;
  await printCommand(eventsOf(piece, { event: "end", exitCode: 0, timedOut: false }), "table");
  expect(Buffer.concat(printed).equals(bytes)).toBe(true);
});

test("programs get it as one object", async () => {
  const events = eventsOf({ event: "stderr", data: "err" }, { event: "end", exitCode: 124, timedOut: true });
  await printCommand(events, "json");
  expect(JSON.parse(textOf(printed))).toEqual({ stdout: "", stderr: "err", exitCode: 124, timedOut: true });
  expect(textOf(told)).toBe("");
});
