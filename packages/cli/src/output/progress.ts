import { inOneLine } from "./in-one-line.ts";

const INTERVAL_MS = 100;
const UNITS = ["B", "kB", "MB", "GB"] as const;

/** Formats bytes in the largest unit that leaves a number above 1. */
export function bytesInWords(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power] ?? "B"}`;
}

/** Progress of a copy, in one line on a terminal's standard error. Prints nothing elsewhere. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #name: string;
  readonly #totalBytes: number | undefined;
  readonly #startedAt = performance.now();
  #doneBytes = 0;
  #drawnAt = 0;

  constructor(name: string, totalBytes: number | undefined, stream: NodeJS.WriteStream = process.stderr) {
    this.#name = inOneLine(name);
    this.#totalBytes = totalBytes;
    this.#stream = stream;
  }

  add(bytes: number): void {
    this.#doneBytes += bytes;
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#drawnAt < INTERVAL_MS) return;
    this.#drawnAt = now;
    this.#stream.write(`\r${this.line(now)}\u001b[K`);
  }

  /** Clears the line. */
  end(): void {
    if (this.#drawnAt > 0) this.#stream.write("\r\u001b[K");
  }

  /** Returns the line for a point in time. */
  line(now: number): string {
    const seconds = Math.max((now - this.#startedAt) / 1_000, 0.001);
    const rate = `${bytesInWords(this.#doneBytes / seconds)}/s`;
    const done = bytesInWords(this.#doneBytes);
    if (this.#totalBytes === undefined) return `${this.#name}  ${done}  ${rate}`;
    const share = this.#totalBytes === 0 ? 1 : this.#doneBytes / this.#totalBytes;
    return `${this.#name}  ${done} of ${bytesInWords(this.#totalBytes)}  ${Math.floor(share * 100)} %  ${rate}`;
  }
}
