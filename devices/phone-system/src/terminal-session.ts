/** A shell on a terminal for the Terminal app: the same shell as over the debug bridge. */
export interface TerminalSession {
  /** Sends input as a terminal's bytes: "\r" for ENTER, "\x03" for Ctrl-C, escape sequences. */
  write(typed: string | Uint8Array): void;
  /** Calls the listener with output, including escape sequences. Output before the first listener is kept for it. */
  onOutput(listener: (bytes: Uint8Array) => void): () => void;
  resize(size: TerminalSize): void;
  /** Resolves with the exit code when the shell has ended. */
  readonly ended: Promise<number>;
  /** Ends the shell and its programs. */
  close(): void;
}

export interface TerminalSize {
  rows: number;
  columns: number;
}
