import type { CommandEvent, CommandOutput } from "@terrarium/contract/box-commands";
import { COMMAND_LIMITS } from "@terrarium/contract/limits";
import { type Format, printJson, tell } from "./print.ts";

const { defaultTimeoutMs, maxTimeoutMs } = COMMAND_LIMITS;
/** Timeout of a command without an explicit one. */
export const DEFAULT_TIMEOUT = `${defaultTimeoutMs / 1_000}s`;
export const LONGEST_TIMEOUT = `${maxTimeoutMs / 60_000}m`;

/** Prints the output of a command on a device, as it arrives or as JSON at the end. Returns its exit code. */
export async function printCommand(
  events: AsyncIterable<CommandEvent>,
  output: Format,
  timeout: string = DEFAULT_TIMEOUT,
): Promise<number | undefined> {
  const text = { stdout: "", stderr: "" };
  let exitCode: number | undefined;
  for await (const event of events) {
    if (event.event === "end") {
      exitCode = event.exitCode;
      if (output === "json") printJson({ ...text, exitCode, timedOut: event.timedOut });
      else if (event.timedOut) tell(`ended after ${timeout}; use --timeout for up to ${LONGEST_TIMEOUT}`);
    } else if (output === "json") text[event.event] += event.data;
    else await write(process[event.event], bytesOf(event));
  }
  return exitCode;
}

/** Returns the original bytes. Output that is not text also arrives as bytes. */
const bytesOf = ({ data, base64 }: CommandOutput): Uint8Array =>
  base64 === undefined ? Buffer.from(data) : Buffer.from(base64, "base64");

/** Resolves when the stream can accept more. */
const write = (stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (stream.write(bytes)) resolve();
    else stream.once("drain", resolve);
  });
