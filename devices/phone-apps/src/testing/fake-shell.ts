import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";

/** A shell controlled by the test. The test writes its output and reads its input. */
export class FakeShell implements TerminalSession {
  size: TerminalSize;
  /** All input so far. */
  typed = "";
  closed = false;
  readonly ended: Promise<number>;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  readonly #end: { resolve: (code: number) => void; reject: (error: Error) => void };

  constructor(size: TerminalSize) {
    this.size = size;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.ended = promise;
    this.#end = { resolve, reject };
  }

  write(typed: string | Uint8Array): void {
    this.typed += typeof typed === "string" ? typed : Buffer.from(typed).toString();
  }

  onOutput(listener: (bytes: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  resize(size: TerminalSize): void {
    this.size = size;
  }

  close(): void {
    this.closed = true;
  }

  /** Writes to the terminal, as a program does. */
  say(text: string): void {
    for (const listener of this.#listeners) listener(Buffer.from(text));
  }

  exit(code: number): void {
    this.#end.resolve(code);
  }

  fail(error: Error): void {
    this.#end.reject(error);
  }
}
