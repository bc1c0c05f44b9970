import { stripVTControlCharacters } from "node:util";
import { cutText } from "@terrarium/bounds/cut-text";
import { hasScreen, type SandboxKind } from "@terrarium/contract/sandbox-kind";

/** Output kept per sandbox, and sandboxes with kept output: the memory of all is 2 MB at most. */
const KEPT_BYTES = 4_096;
const SANDBOXES_MAX = 500;
const LINES = 16;
const LINE_MAX_CHARS = 120;

/**
 * Last lines of the shells and commands of sandboxes without a screen, for their tiles on the wall. The server keeps
 * what it relays, so that reading them neither connects to a sandbox nor uses it. Each server knows its own part.
 */
export interface LastLines {
  /** Adds output of a shell or command. Ignores sandboxes with a screen. */
  add(sandbox: { sandboxId: string; kind: SandboxKind }, output: Uint8Array | string): void;
  /** Returns the last lines as plain text. */
  read(sandboxId: string): string[];
}

export function createLastLines(): LastLines {
  /** The sandbox with the oldest output comes first. */
  const kept = new Map<string, Buffer>();
  return {
    add({ sandboxId, kind }, output) {
      if (hasScreen(kind)) return;
      const before = kept.get(sandboxId) ?? Buffer.alloc(0);
      const bytes = (typeof output === "string" ? Buffer.from(output) : output).subarray(-KEPT_BYTES);
      const start = Math.max(0, before.length + bytes.length - KEPT_BYTES);
      kept.delete(sandboxId);
      kept.set(sandboxId, Buffer.concat([before.subarray(start), bytes]));
      const [oldest] = kept.keys();
      if (kept.size > SANDBOXES_MAX && oldest !== undefined) kept.delete(oldest);
    },

    read(sandboxId) {
      const bytes = kept.get(sandboxId);
      return bytes === undefined ? [] : toLines(bytes);
    },
  };
}

function toLines(bytes: Buffer): string[] {
  const lines = stripVTControlCharacters(bytes.toString()).split("\n");
  // The start of the first line may be missing.
  if (bytes.length === KEPT_BYTES) lines.shift();
  const texts = lines.map(shownText);
  return texts.slice(0, texts.findLastIndex((text) => text !== "") + 1).slice(-LINES);
}

/** Returns what a terminal shows of a line: a carriage return starts it anew. */
function shownText(line: string): string {
  const last = line.replace(/\r+$/, "").split("\r").at(-1) ?? "";
  return cutText(last.replaceAll(/\p{Cc}/gu, ""), LINE_MAX_CHARS).trimEnd();
}
