import type { Duplex } from "node:stream";

/** A connection over which nothing goes for so long is given up. */
const silentMs = 10 * 60_000;

interface Connection extends Duplex {
  setTimeout(ms: number, then: () => void): unknown;
  destroySoon(): void;
}

/** Lets what comes on each of two connections go out on the other, and ends each with the other. */
export function join(one: Connection, other: Connection): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setTimeout(silentMs, () => from.destroy());
    from.on("error", () => to.destroy()).on("close", () => to.destroySoon());
    from.pipe(to);
  }
}
