import { GatheredBytes } from "@terrarium/bounds/gathered-bytes";
import { withDeadline } from "@terrarium/platform/base/deadline";
import type { Adb, AdbShellProtocolProcess } from "@yume-chan/adb";
import type { MaybeConsumable, ReadableStream, WritableStreamDefaultWriter } from "@yume-chan/stream-extra";
import type { CommandResult, OutputName, Pixels, StreamedCommand } from "../device/device-session.ts";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";

/** Maximum input per packet of the shell protocol. */
const STDIN_PIECE_BYTES = 65_536;

/** Limits of a command's output, a PNG screenshot, and raw pixels. */
const OUTPUT_BYTES_MAX = 8 * 1_048_576;
const PNG_BYTES_MAX = 8 * 1_048_576;
const PIXEL_BYTES_MAX = 32 * 1_048_576;
const WARNING_BYTES_MAX = 4_096;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Runs a command line in the device's shell. Rejects with an Error at the timeout, or if it prints more than 8 MiB. */
export async function runCommand(adb: Adb, command: string, timeoutMs = ANSWER_TIMEOUT_MS): Promise<CommandResult> {
  // Names only the start of the command, because its rest may be typed text and the error may be logged.
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
 * Runs a command line in the device's shell without a timeout, and streams its output. Resolves with the exit code
 * after all output is processed. Rejects with the signal's reason, or an Error if the connection breaks.
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
 * Returns a command line that ends, with all its children, when the caller hangs up. Android's ADB sends SIGHUP only to
 * the shell (AOSP daemon/subprocess.cpp), which leads its own session, so the shell's children would continue.
 */
export const endsWithCaller = (command: string): string => `trap 'kill -9 0' HUP\n(\n${command}\n) <&0 &\nwait $!`;

/**
 * Returns the screen as a PNG file, with Android's `screencap -p`. Removes text before the file: with several displays,
 * the device prints a warning that it used the first.
 */
export async function takeScreenshot(adb: Adb, timeoutMs?: number): Promise<Uint8Array> {
  const output = await captureScreen(adb, "screencap -p", PNG_BYTES_MAX, timeoutMs);
  const start = output.subarray(0, WARNING_BYTES_MAX).indexOf(PNG_SIGNATURE);
  if (start < 0) throw notAScreen(output, "a PNG");
  return output.subarray(start);
}

/**
 * Returns the screen's pixels, with Android's `screencap`. Its output starts with size, format and, since Android 9,
 * colour space.
 */
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

/** Separates errors from output if the device can, because they would corrupt the pixels. */
const captureScreen = (adb: Adb, command: string, maxBytes: number, timeoutMs = ANSWER_TIMEOUT_MS): Promise<Buffer> =>
  withDeadline(timeoutMs, "the screenshot", async (signal) => {
    const process = await spawn(adb, command, { signal });
    // Tango rejects it at the deadline, which `withDeadline` reports.
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
 * Starts a command line in the device's shell. Its input is `stdin` and then ends, so that no command waits for input
 * forever. Throws an Error for a device without shell v2.
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

/** Sends a command's input and closes it. Stops without an error if the command no longer reads. */
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
    // The command or connection has ended; output and exit code report the difference.
  }
}

/** Counts the bytes that are still allowed. */
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
  const gathered = new GatheredBytes();
  for await (const chunk of stream) {
    room.take(chunk.length);
    gathered.add(chunk);
  }
  return gathered.bytes();
}
