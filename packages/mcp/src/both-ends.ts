import { cutUtf8, cutUtf8Start } from "@terrarium/bounds/cut-text";
import { TOOL_LIMITS } from "./limits.ts";

const KEPT_BYTES = TOOL_LIMITS.answerBytes / 2;

/** Collects a text piece by piece. Keeps its size and as much of both ends as an answer can contain. */
export class BothEnds {
  #first: Uint8Array = new Uint8Array();
  #last: Uint8Array = new Uint8Array();
  sizeBytes = 0;

  static of(text: string): BothEnds {
    const ends = new BothEnds();
    ends.add(Buffer.from(text));
    return ends;
  }

  add(bytes: Uint8Array): void {
    const first = bytes.subarray(0, KEPT_BYTES - this.#first.length);
    this.#first = Buffer.concat([this.#first, first]);
    this.#last = Buffer.concat([this.#last, bytes.subarray(first.length).subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
    this.sizeBytes += bytes.length;
  }

  /** Returns the complete text, or as much of both ends as fits. */
  text(maxBytes: number = TOOL_LIMITS.answerBytes): string {
    const kept = Buffer.concat([this.#first, this.#last]);
    if (this.sizeBytes <= Math.min(maxBytes, kept.length)) return kept.toString();
    const half = Math.floor(Math.min(maxBytes, TOOL_LIMITS.answerBytes) / 2) - 100;
    const left = this.sizeBytes - 2 * half;
    return `${textOf(cutUtf8(kept, half))}\n… ${left} bytes left out; narrow it with grep, head or tail …\n${textOf(cutUtf8Start(kept, half))}`;
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
