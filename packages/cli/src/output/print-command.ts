import type { CommandEvent, CommandOutput } from "@terrarium/contract/box-commands";
import { COMMAND_LIMITS } from "@terrarium/contract/limits";
import { type Format, printJson, tell } from "./print.ts";

const { defaultTimeoutMs, maxTimeoutMs } = COMMAND_LIMITS;
/** Of a command that is not given a time. */
export const DEFAULT_TIMEOUT = `${defaultTimeoutMs / 1_000}s`;
export const LONGEST_TIMEOUT = `${maxTimeoutMs / 60_000}m`;

/** Prints what a command on a device prints, as it comes or in the end as JSON; answers its exit code. */
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
      else if (event.timedOut) tell(`ended after ${timeout}; --timeout gives it longer, up to ${LONGEST_TIMEOUT}`);
    } else if (output === "json") text[event.event] += event.data;
    else await write(process[event.event], bytesOf(event));
  }
  return exitCode;
}

/** As they were printed; of what is no text the bytes come as well. */
const bytesOf = ({ data, base64 }: CommandOutput): Uint8Array =>
  base64 === undefined ? Buffer.from(data) : Buffer.from(base64, "base64");

/** Resolves when there is room for more. */
const write = (stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (stream.write(bytes)) resolve();
    else stream.once("drain", resolve);
  });
