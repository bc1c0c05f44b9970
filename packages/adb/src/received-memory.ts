import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Long before V8 asks for a full collection (at 64 MB), and seldom enough to cost nothing beside what was read. */
const COLLECT_EVERY_BYTES = 4 * 1_048_576;

let sinceCollectedBytes = 0;
let collectYoung: (() => void) | undefined;

/**
 * Is told of bytes that came over sockets of this process, and now and then frees the memory of those that are dealt
 * with. Node reads into new buffers outside V8's heap; V8 alone frees them only in full collections, which in a process
 * with a large heap take several times as long as the bytes themselves. A collection of young objects takes less than a
 * millisecond.
 */
export function noteReceived(bytes: number): void {
  sinceCollectedBytes += bytes;
  if (sinceCollectedBytes < COLLECT_EVERY_BYTES) return;
  sinceCollectedBytes = 0;
  collectYoung ??= openCollector();
  collectYoung();
}

/** `gc` as `node --expose-gc` has it; contexts made later do not have it. */
function openCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof gc !== "function") throw new Error("V8 has no gc function for --expose-gc");
  return () => gc({ type: "minor" });
}
