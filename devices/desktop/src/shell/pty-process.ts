import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ReadStream } from "node:tty";
import type { WindowSize } from "@terrarium/adb/shell-protocol";

/** The native part of node-pty 1.1 (its src/unix/pty.cc). */
interface NativePty {
  fork(
    file: string,
    args: string[],
    environment: string[],
    folder: string,
    columns: number,
    rows: number,
    userId: number,
    groupId: number,
    utf8: boolean,
    helperPath: string,
    onExit: (code: number, signal: number) => void,
  ): { fd: number; pid: number };
  resize(fd: number, columns: number, rows: number): void;
}

const SAME = -1;
const SIGNAL_CODE = 128;
const FULL_AGAIN_MS = 5;
const LARGEST_WRITE_BYTES = 64 * 1024;

let native: NativePty | undefined;

/** Loads the native part ahead of the first terminal. */
export function loadPty(): NativePty {
  // Uses only the native part of the package. The package's own terminal buffers without limit for a program that does
  // not read, and drops output not read within 200 ms of a program's end.
  const require = createRequire(import.meta.url);
  const packaged = require("@lydell/node-pty/requireBinary.js") as { requireBinary: (file: string) => NativePty };
  return (native ??= packaged.requireBinary("pty.node"));
}

export interface PtyOptions {
  file: string;
  args: string[];
  environment: Record<string, string>;
  folder: string;
  size: WindowSize;
}

/** A process on its own pseudoterminal, as session leader. */
export class PtyProcess {
  readonly pid: number;
  /** The process's output; ends when no process has the terminal open. */
  readonly output: Readable;
  /** Resolves with the exit code, or 128 plus the signal that ended the process. */
  readonly exited: Promise<number>;
  readonly #fd: number;
  #open = true;

  /** Throws if the process or terminal cannot be created. */
  constructor({ file, args, environment, folder, size }: PtyOptions) {
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    let exit: (code: number) => void = () => undefined;
    this.exited = new Promise((resolve) => (exit = resolve));
    const forked = loadPty().fork(
      file,
      args,
      variables,
      folder,
      size.columns,
      size.rows,
      SAME,
      SAME,
      true,
      "",
      (code, signal) => exit(signal > 0 ? SIGNAL_CODE + signal : code),
    );
    this.pid = forked.pid;
    this.#fd = forked.fd;
    this.output = new ReadStream(forked.fd);
    // The reader of a closed terminal gets the error EIO.
    this.output.on("error", () => this.close()).on("close", () => (this.#open = false));
  }

  /** Types bytes. Resolves when the terminal has accepted all of them, or is closed. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let offset = 0; offset < bytes.length && this.#open;) {
      const written = this.#writeSome(bytes.subarray(offset, offset + LARGEST_WRITE_BYTES));
      offset += written;
      if (written === 0) await sleep(FULL_AGAIN_MS);
    }
  }

  resize({ rows, columns }: WindowSize): void {
    if (this.#open) loadPty().resize(this.#fd, columns, rows);
  }

  /** Closes the terminal: the kernel sends SIGHUP to the session. */
  close(): void {
    this.#open = false;
    this.output.destroy();
  }

  /** Writes without blocking; returns 0 if the terminal is full. */
  #writeSome(bytes: Uint8Array): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EAGAIN") return 0;
      this.close();
      return bytes.length;
    }
  }
}
