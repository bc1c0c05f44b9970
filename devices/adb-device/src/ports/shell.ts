import type { Readable } from "node:stream";
import type { WindowSize } from "@terrarium/adb/shell-protocol";

export type OutputStream = "stdout" | "stderr";

/** A shell's client: its input and output streams. */
export interface ShellIo {
  /** Ends when the client ends its input or disconnects. */
  readonly stdin: Readable;
  readonly windowSize: WindowSize;
  /** Calls the listener whenever `windowSize` has changed. */
  onWindowSize(listener: () => void): void;
  /** Resolves when the client can accept more, or immediately when it has disconnected. Never rejects. */
  write(stream: OutputStream, bytes: Uint8Array): Promise<void>;
  /** Ends the stream, and sends the exit code where the protocol supports it. */
  exit(code: number): void;
  /** Aborts when the client has disconnected. */
  readonly gone: AbortSignal;
  /** Whether disconnecting is the client's only way to end its input, and therefore not a hang-up. */
  readonly endsInputByLeaving: boolean;
}

export const DEFAULT_WINDOW_SIZE: WindowSize = { rows: 24, columns: 80 };

/** A client's request for a shell. */
export interface ShellRequest {
  /** Terminal type, such as xterm; undefined for a shell without a terminal. */
  terminal?: string | undefined;
  /** Command to run. Without it, the shell is interactive on a terminal, and otherwise runs its piped input. */
  command?: string | undefined;
  /** User of the shell: 0 for root, 2000 (default) for shell. */
  userId?: number;
}

/** Runs clients' shells. */
export interface Shell {
  /** Serves a client until its shell ends or the client disconnects. Never rejects. */
  serve(io: ShellIo, request: ShellRequest): Promise<void>;
}
