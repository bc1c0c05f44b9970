/** A shell at a terminal, as the Terminal app sees it: the same shell as over the debug bridge. */
export interface TerminalSession {
  /** What is typed, as the bytes that a terminal sends: "\r" for ENTER, "\x03" for Ctrl-C, escape sequences. */
  write(typed: string | Uint8Array): void;
  /** Output as it comes, with the escape sequences in it; what came before the first listener is not lost. */
  onOutput(listener: (bytes: Uint8Array) => void): () => void;
  resize(size: TerminalSize): void;
  /** Resolves with the exit code when the shell has ended. */
  readonly ended: Promise<number>;
  /** Ends the shell and what runs in it. */
  close(): void;
}

export interface TerminalSize {
  rows: number;
  columns: number;
}
