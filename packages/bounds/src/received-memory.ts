import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Well below V8's own full collection (at 64 MB), and rare enough to cost little compared to the reading. */
const COLLECT_EVERY_BYTES = 4 * 1_048_576;

let sinceCollectedBytes = 0;
let collectYoung: (() => void) | undefined;

/**
 * Counts bytes received by sockets of this process, and frees the memory of processed ones from time to time. Node
 * reads into new buffers outside V8's heap. V8 alone frees them only in full collections, which take several times as
 * long as the data itself in a process with a large heap. A collection of young objects takes less than a millisecond.
 */
export function noteReceived(bytes: number): void {
  sinceCollectedBytes += bytes;
  if (sinceCollectedBytes < COLLECT_EVERY_BYTES) return;
  sinceCollectedBytes = 0;
  collectYoung ??= openCollector();
  collectYoung();
}

/** Returns `gc` as in `node --expose-gc`; contexts created later do not have it. */
function openCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof gc !== "function") throw new Error("V8 has no gc function for --expose-gc");
  return () => gc({ type: "minor" });
}
