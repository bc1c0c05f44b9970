import { ScrcpyProtocolError } from "@terrarium/scrcpy/byte-queue";
import type { ControlMessage } from "@terrarium/scrcpy/control";
import { ControlMessageReader } from "@terrarium/scrcpy/control-reader";
import { pieces } from "./mutate.ts";

interface Outcome {
  messages: ControlMessage[];
  failed: boolean;
}

/**
 * Fuzzes control messages. The result or failure must not depend on how the bytes are split. An unknown message
 * consumes all received bytes, so what follows depends on the pieces.
 */
export function fuzzScrcpyControl(input: Buffer, random: () => number): void {
  const whole = read([input]);
  const cut = read(pieces(input, random));
  for (const { messages } of [whole, cut]) for (const message of messages) check(message);
  if (whole.messages.some(({ type }) => type === "unknown")) return;
  // A failure in a single piece drops the messages before it.
  const same = whole.failed || describe(whole.messages) === describe(cut.messages);
  if (whole.failed !== cut.failed || !same) throw new Error("cut into pieces, other messages come out");
}

function read(chunks: readonly Buffer[]): Outcome {
  const reader = new ControlMessageReader();
  const messages: ControlMessage[] = [];
  try {
    for (const chunk of chunks) messages.push(...reader.push(chunk));
    return { messages, failed: false };
  } catch (error) {
    if (!(error instanceof ScrcpyProtocolError)) throw error;
    return { messages, failed: true };
  }
}

function describe(messages: ControlMessage[]): string {
  return JSON.stringify(messages, (_key, value: unknown) =>
    typeof value === "bigint"
      ? String(value)
      : value instanceof Uint8Array
        ? Buffer.from(value).toString("hex")
        : value,
  );
}

function check(message: ControlMessage): void {
  for (const [name, value] of Object.entries(message)) {
    if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${message.type} with ${name} ${value}`);
  }
}
