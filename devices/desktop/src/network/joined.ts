import type { Duplex } from "node:stream";

/** Idle time after which a connection is closed. */
const SILENT_MS = 10 * 60_000;

interface Connection extends Duplex {
  setTimeout(ms: number, then: () => void): unknown;
  destroySoon(): void;
}

/** Pipes each of two connections into the other, and closes each with the other. */
export function join(one: Connection, other: Connection): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setTimeout(SILENT_MS, () => from.destroy());
    from.on("error", () => to.destroy()).on("close", () => to.destroySoon());
    from.pipe(to);
  }
}
