import { PassThrough, type Readable } from "node:stream";
import type { DaemonStream } from "@terrarium/adb/daemon-stream";
import {
  ShellId,
  ShellPacketParser,
  encodeShellPacket,
  MAX_SHELL_DATA_BYTES,
  parseWindowSize,
  type WindowSize,
} from "@terrarium/adb/shell-protocol";
import { DEFAULT_WINDOW_SIZE, type OutputStream, type Shell, type ShellIo } from "../ports/shell.ts";

/** A parsed `shell…:` or `exec:` service (AOSP daemon/services.cpp, ShellService). */
export interface ShellService {
  command: string;
  /** Whether it uses shell protocol v2: packets, with an exit code and a separate stderr. */
  packets: boolean;
  terminal: string | undefined;
}

/** Returns undefined for any other service. */
export function parseShellService(service: string): ShellService | undefined {
  const match = /^(shell|exec)((?:,[^:,]*)*):([^]*)$/.exec(service);
  if (!match) return undefined;
  const [, name, optionList = "", command = ""] = match;
  if (name === "exec") return { command, packets: false, terminal: undefined };
  const options = optionList.split(",").slice(1);
  const packets = options.includes("v2");
  const term = options.find((option) => option.startsWith("TERM="))?.slice("TERM=".length) ?? "dumb";
  // Without an explicit option, only a shell without a command gets a terminal.
  const wantsTerminal = options.includes("pty") || (!options.includes("raw") && command === "");
  return { command, packets, terminal: wantsTerminal ? term : undefined };
}

const AFTER_INPUT_MS = 10_000;

/** Serves the client's shell on the stream until either ends; `userId` is 0 for root, 2000 for shell. */
export async function serveShell(
  request: ShellService,
  stream: DaemonStream,
  shell: Shell,
  userId: number,
): Promise<void> {
  const waits = request.terminal === undefined && request.command !== "";
  const io = createShellIo(request.packets, stream, waits ? AFTER_INPUT_MS : 0);
  const command = request.command === "" ? undefined : request.command;
  await shell.serve(io, { terminal: request.terminal, command, userId });
}

/** `waitMs`: time for a command on a stream without packets to finish after its client disconnected. */
export function createShellIo(packets: boolean, stream: DaemonStream, waitMs = 0): ShellIo {
  return packets ? new PacketShellIo(stream) : new PlainShellIo(stream, waitMs);
}

function write(stream: DaemonStream, bytes: Uint8Array): Promise<void> {
  if (stream.gone.aborted || stream.writableEnded || bytes.length === 0) return Promise.resolve();
  // The only possible error is a disconnected client; `gone` reports it to the shell.
  return new Promise((resolve) => stream.write(bytes, () => resolve()));
}

/**
 * All data on one stream, without exit code: `exec:`, and `shell:` before v2. `adb exec-in` can end its input only by
 * disconnecting. A command without a terminal therefore gets some time to process its input.
 */
class PlainShellIo implements ShellIo {
  readonly windowSize = DEFAULT_WINDOW_SIZE;
  readonly endsInputByLeaving = true;
  readonly #stream: DaemonStream;
  readonly #gone = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: DaemonStream, waitMs: number) {
    this.#stream = stream;
    stream.gone.addEventListener("abort", () => {
      this.#timer = setTimeout(() => this.#gone.abort(), waitMs).unref();
    });
  }

  onWindowSize(): void {}

  get stdin(): Readable {
    return this.#stream;
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  write(_stream: OutputStream, bytes: Uint8Array): Promise<void> {
    // Output after the client disconnected has no reader.
    if (this.#stream.gone.aborted) this.#gone.abort();
    return write(this.#stream, bytes);
  }

  exit(): void {
    clearTimeout(this.#timer);
    this.#stream.end();
  }
}

/** Shell protocol v2. A disconnected client counts as a hang-up, as in AOSP's shell_service.cpp (PassDataStreams). */
class PacketShellIo implements ShellIo {
  readonly endsInputByLeaving = false;
  readonly stdin = new PassThrough({ highWaterMark: 256 * 1024 });
  windowSize: WindowSize = DEFAULT_WINDOW_SIZE;
  readonly #stream: DaemonStream;
  #windowSizeChanged = (): void => undefined;

  constructor(stream: DaemonStream) {
    this.#stream = stream;
    this.#receive()
      .catch((error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
      .finally(() => this.stdin.end());
  }

  get gone(): AbortSignal {
    return this.#stream.gone;
  }

  onWindowSize(listener: () => void): void {
    this.#windowSizeChanged = listener;
  }

  async write(stream: OutputStream, bytes: Uint8Array): Promise<void> {
    const packets: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += MAX_SHELL_DATA_BYTES)
      packets.push(encodeShellPacket(ShellId[stream], bytes.subarray(start, start + MAX_SHELL_DATA_BYTES)));
    await write(this.#stream, Buffer.concat(packets));
  }

  exit(code: number): void {
    if (!this.#stream.writableEnded) this.#stream.end(encodeShellPacket(ShellId.exit, Buffer.of(code & 0xff)));
  }

  async #receive(): Promise<void> {
    const parser = new ShellPacketParser();
    for await (const chunk of this.#stream) {
      for (const { id, data } of parser.parse(chunk as Buffer)) {
        if (id === ShellId.stdin && !this.stdin.writableEnded) await this.#pass(data);
        else if (id === ShellId.closeStdin) this.stdin.end();
        else if (id === ShellId.windowSize) this.#resize(parseWindowSize(data));
      }
    }
  }

  #resize(size: WindowSize | undefined): void {
    if (!size) return;
    this.windowSize = size;
    this.#windowSizeChanged();
  }

  /** Waits while the shell does not read, which also pauses the client. */
  async #pass(data: Buffer): Promise<void> {
    if (this.stdin.write(data)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.stdin.off("drain", done);
        this.gone.removeEventListener("abort", done);
        resolve();
      };
      this.stdin.on("drain", done);
      this.gone.addEventListener("abort", done);
    });
  }
}
