import type { Adb, AdbShellProtocolProcess } from "@yume-chan/adb";
import type { MaybeConsumable, ReadableStream, WritableStreamDefaultWriter } from "@yume-chan/stream-extra";
import { withDeadline } from "../base/deadline.ts";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";
import type { CommandResult, OutputName, Pixels, StreamedCommand } from "./device-session.ts";

/** Longest piece of input in one packet of the shell protocol. */
const STDIN_PIECE_BYTES = 65_536;

/** What a command prints, a screenshot, and the pixels of a screen may each take. */
const OUTPUT_BYTES_MAX = 8 * 1_048_576;
const PNG_BYTES_MAX = 8 * 1_048_576;
const PIXEL_BYTES_MAX = 32 * 1_048_576;
const WARNING_BYTES_MAX = 4_096;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Runs a command line in the device's shell. Rejects with an Error if it takes too long or prints more than 8 MiB. */
export async function runCommand(adb: Adb, command: string, timeoutMs = ANSWER_TIMEOUT_MS): Promise<CommandResult> {
  // Only what the command is: behind it stands what somebody types, and the error may be logged.
  return withDeadline(timeoutMs, `"${command.split(" ", 2).join(" ")}"`, async (signal) => {
    const process = await spawn(adb, command, { signal });
    const room = new Room(OUTPUT_BYTES_MAX);
    const [stdout, stderr, exitCode] = await Promise.all([
      collect(process.stdout, room),
      collect(process.stderr, room),
      process.exited,
    ]).catch(async (error: unknown) => {
      await process.kill();
      throw error;
    });
    return { stdout, stderr, exitCode };
  });
}

/**
 * Runs a command line in the device's shell for as long as it takes, and hands on what it prints. Resolves with its exit
 * code when all of that was taken. Rejects with the signal's reason, or an Error if the connection breaks.
 */
export async function streamCommand(adb: Adb, command: string, how: StreamedCommand): Promise<number> {
  const { signal, stdin, onOutput } = how;
  signal.throwIfAborted();
  const process = await withDeadline(ANSWER_TIMEOUT_MS, "starting a command", (late) =>
    spawn(adb, command, { signal: AbortSignal.any([signal, late]), stdin }),
  );
  const pass = async (name: OutputName) => {
    for await (const chunk of process[name]) await onOutput(name, chunk);
  };
  try {
    const [exitCode] = await Promise.all([process.exited, pass("stdout"), pass("stderr")]);
    return exitCode;
  } finally {
    await process.kill();
  }
}

/**
 * A command line that ends, with all that it started, when who asked for it hangs up. Android's ADB sends SIGHUP to the
 * shell alone (AOSP daemon/subprocess.cpp), which leads a session of its own: what the shell waits for would go on.
 */
export const endsWithCaller = (command: string): string => `trap 'kill -9 0' HUP\n(\n${command}\n) <&0 &\nwait $!`;

/**
 * The screen as a PNG file, by Android's `screencap -p`. What is said before it is cut off: a device with several displays
 * warns there that it took the first.
 */
export async function takeScreenshot(adb: Adb, timeoutMs?: number): Promise<Uint8Array> {
  const output = await captureScreen(adb, "screencap -p", PNG_BYTES_MAX, timeoutMs);
  const start = output.subarray(0, WARNING_BYTES_MAX).indexOf(PNG_SIGNATURE);
  if (start < 0) throw notAScreen(output, "a PNG");
  return output.subarray(start);
}

/** The screen's pixels, by Android's `screencap`: behind its size, format and, since Android 9, colour space. */
export async function readScreen(adb: Adb): Promise<Pixels> {
  const output = await captureScreen(adb, "screencap", PIXEL_BYTES_MAX);
  const view = new DataView(output.buffer, output.byteOffset, output.byteLength);
  const [widthPx, heightPx] = output.length < 12 ? [0, 0] : [view.getUint32(0, true), view.getUint32(4, true)];
  const rgba = output.subarray(-4 * widthPx * heightPx);
  const headerBytes = output.length - rgba.length;
  if (rgba.length === 0 || (headerBytes !== 12 && headerBytes !== 16)) throw notAScreen(output, "pixels");
  return { widthPx, heightPx, rgba };
}

const notAScreen = (output: Uint8Array, what: string): Error =>
  new Error(`screencap did not answer ${what}: ${new TextDecoder().decode(output.subarray(0, 200)).trim()}`);

/** Its output apart from its errors, where the device can: they would stand among the pixels. */
const captureScreen = (adb: Adb, command: string, maxBytes: number, timeoutMs = ANSWER_TIMEOUT_MS): Promise<Buffer> =>
  withDeadline(timeoutMs, "the screenshot", async (signal) => {
    const process = await spawn(adb, command, { signal });
    // Tango rejects it at the deadline, which is told by `withDeadline`.
    process.exited.catch(() => undefined);
    const room = new Room(maxBytes);
    const [stdout, stderr] = await Promise.all([collect(process.stdout, room), collect(process.stderr, room)]).catch(
      async (error: unknown) => {
        await process.kill();
        throw error;
      },
    );
    return stdout.length > 0 ? stdout : stderr;
  });

/**
 * Starts a command line in the device's shell. Its input is `stdin` and then ends, so no command waits for input that
 * never comes. Throws an Error for a device without shell v2.
 */
async function spawn(
  adb: Adb,
  command: string,
  { signal, stdin = [] }: Pick<StreamedCommand, "signal" | "stdin">,
): Promise<AdbShellProtocolProcess> {
  const shell = adb.subprocess.shellProtocol;
  if (!shell) throw new Error("its ADB is too old: shell v2 (Android 7) is needed");
  const process = await shell.spawn([command], signal);
  void sendInput(process.stdin.getWriter(), stdin);
  return process;
}

/** Sends a command's input and its end. Stops when the command no longer takes it, which is no failure. */
async function sendInput(
  writer: WritableStreamDefaultWriter<MaybeConsumable<Uint8Array>>,
  stdin: NonNullable<StreamedCommand["stdin"]>,
): Promise<void> {
  try {
    for await (const bytes of stdin)
      for (let start = 0; start < bytes.length; start += STDIN_PIECE_BYTES)
        await writer.write(bytes.subarray(start, start + STDIN_PIECE_BYTES));
    await writer.close();
  } catch {
    // The command is over, or the connection is: its output and exit code report which.
  }
}

/** The bytes that may still come. */
class Room {
  readonly #maxBytes: number;
  #leftBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#leftBytes = maxBytes;
  }

  take(bytes: number): void {
    this.#leftBytes -= bytes;
    if (this.#leftBytes < 0) throw new Error(`the command printed more than ${this.#maxBytes} bytes`);
  }
}

async function collect(stream: ReadableStream<Uint8Array>, room: Room): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    room.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
