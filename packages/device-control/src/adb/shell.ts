import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { withDeadline } from "@terrarium/platform/base/deadline";
import type { Adb, AdbShellProtocolPtyProcess } from "@yume-chan/adb";
import type { SessionEnd, ShellEnd, ShellSession } from "../device/device-session.ts";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";

/** Limit of unread output. If each byte is an object of its own, it uses a megabyte. */
const WAITING_BYTES = 4_096;

/**
 * Opens the device's shell, or runs a command line in it, on a terminal of the given size. Rejects if its ADB lacks
 * shell v2, and therefore terminal sizes.
 */
export async function openShell(
  adb: Adb,
  size: { rows: number; columns: number },
  command?: string,
): Promise<TangoShell> {
  const shell = adb.subprocess.shellProtocol;
  if (!shell) throw new Error("its ADB is too old: shell v2 (Android 7) is needed");
  return withDeadline(ANSWER_TIMEOUT_MS, "opening a shell", async (signal) => {
    const process = await shell.pty({
      terminalType: "xterm-256color",
      ...(command === undefined ? {} : { command }),
    });
    const opened = new TangoShell(process);
    if (signal.aborted) opened.close();
    else signal.addEventListener("abort", () => opened.close());
    await opened.resize(size.rows, size.columns);
    return opened;
  });
}

export class TangoShell implements ShellSession {
  readonly output: Readable;
  readonly ended: Promise<ShellEnd>;
  readonly #process: AdbShellProtocolPtyProcess;
  readonly #input;
  #settle: (end: ShellEnd) => void = () => undefined;

  constructor(process: AdbShellProtocolPtyProcess) {
    this.#process = process;
    this.#input = process.input.getWriter();
    this.#input.closed.catch(() => undefined);
    this.output = Readable.fromWeb(process.output as ReadableStream<Uint8Array>, { highWaterMark: WAITING_BYTES });
    // `ended` reports a broken stream; without a listener the error would end the server.
    this.output.on("error", () => undefined);
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    process.exited.then(
      (exitCode) => this.#settle({ cause: "exit", exitCode }),
      () => this.#settle({ cause: "device-failed", detail: "The connection to the shell broke" }),
    );
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#input.write(bytes).catch(() => undefined);
  }

  async resize(rows: number, columns: number): Promise<void> {
    await this.#process.resize(rows, columns).catch(() => undefined);
  }

  /** Ends the shell with the session's reason. */
  end(end: SessionEnd): void {
    this.#settle(end);
    this.close();
  }

  close(): void {
    this.output.destroy();
    // Rejects only if the connection, and with it the shell, is gone.
    void Promise.resolve(this.#process.kill()).catch(() => undefined);
  }
}
