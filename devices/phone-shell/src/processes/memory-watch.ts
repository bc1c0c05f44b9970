import { getHeapStatistics } from "node:v8";
import { collectAllGarbage } from "@terrarium/adb-device/process-memory";
import { LIMITS } from "../limits.ts";

/**
 * Additional memory use before the next garbage collection. A collection takes a while, because it scans the whole
 * heap.
 */
const WORTH_COLLECTING_BYTES = 24 * 1024 * 1024;

/**
 * Detects when the shells hold too much memory. If one step needs more than the rest of the heap, V8 ends the whole
 * process, not only the thread. So gradual growth is stopped while there is still room for a large step.
 */
export class MemoryWatch {
  #heldBytes = 0;

  /** Returns whether too much memory is in use after a garbage collection. Slow only at high memory use. */
  isFull(): boolean {
    if (isWithinLimits(WORTH_COLLECTING_BYTES, this.#heldBytes)) return false;
    collectAllGarbage();
    this.#heldBytes = getHeapStatistics().used_heap_size;
    return !isWithinLimits(0, 0);
  }
}

/** Returns whether memory use is within the limits, or little above the use after the last collection. */
function isWithinLimits(moreBytes: number, heldBytes: number): boolean {
  const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
  const heapLimit = Math.max(LIMITS.heldHeapBytes, heldBytes + moreBytes);
  return heapBytes <= heapLimit && externalBytes <= LIMITS.heldExternalBytes;
}
