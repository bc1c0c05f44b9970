import { SHELL_FLOW } from "@terrarium/contract/shell-flow";
import { expect, test } from "vitest";
import { ShellInput } from "./shell-input.ts";

test("sends a large paste in order, paced by acknowledgements", () => {
  const sent: Uint8Array[] = [];
  const input = new ShellInput((bytes) => sent.push(bytes));
  const paste = Uint8Array.from({ length: 3 * SHELL_FLOW.windowBytes }, (_, i) => i % 251);
  input.type(paste);
  input.type(Uint8Array.of(7));
  const sentBytes = () => sent.reduce((sum, bytes) => sum + bytes.length, 0);
  expect(sentBytes()).toBe(SHELL_FLOW.windowBytes);
  for (let i = 0; i < 24; i++) input.acknowledged(SHELL_FLOW.message.maxBytes);
  expect(Buffer.concat(sent)).toEqual(Buffer.from([...paste, 7]));
});
