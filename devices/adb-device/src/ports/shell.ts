import type { Readable } from "node:stream";
import type { WindowSize } from "@terrarium/adb/shell-protocol";

export type OutputStream = "stdout" | "stderr";

/** A client of the shell: what it types or pipes in, and where output goes. */
export interface ShellIo {
  /** Ends when the client ends its input or goes away. */
  readonly stdin: Readable;
  readonly windowSize: WindowSize;
  /** Calls the listener whenever `windowSize` has changed. */
  onWindowSize(listener: () => void): void;
  /** Resolves when the client has room for more; at once when it is gone. Never rejects. */
  write(stream: OutputStream, bytes: Uint8Array): Promise<void>;
  /** Ends the stream, telling the client the exit code where the protocol has one. */
  exit(code: number): void;
  /** Aborts when the client is gone. */
  readonly gone: AbortSignal;
  /** Going away is the only way that the client has to end its input: it is no hang-up. */
  readonly endsInputByLeaving: boolean;
}

export const defaultWindowSize: WindowSize = { rows: 24, columns: 80 };

/** What a client asks for. */
export interface ShellRequest {
  /** The kind of terminal, such as xterm; undefined for a shell without one. */
  terminal?: string | undefined;
  /** What to run; without it, an interactive shell at a terminal, and else one that runs what is piped in. */
  command?: string | undefined;
  /** 0 for root, 2000, the default, for shell. */
  userId?: number;
}

/** What runs the clients' shells. */
export interface Shell {
  /** Serves a client until its shell has ended or it is gone. Never rejects. */
  serve(io: ShellIo, request: ShellRequest): Promise<void>;
}
