import { getHeapStatistics } from "node:v8";
import { collectAllGarbage } from "@terrarium/adb-device/process-memory";
import { limits } from "../limits.ts";

/** Garbage is collected no sooner than after so much more was used, as looking through the whole heap takes a while. */
const worthCollectingBytes = 24 * 1024 * 1024;

/**
 * Tells when the shells hold more than they may. V8 ends the whole process, not the thread alone, where one step asks
 * for more than the heap has left; so what grows step by step is ended while there is still room for a large step.
 */
export class MemoryWatch {
  #heldBytes = 0;

  /** Whether too much is held that is no garbage. Takes a while only where much is used. */
  isFull(): boolean {
    if (isWithinLimits(worthCollectingBytes, this.#heldBytes)) return false;
    collectAllGarbage();
    this.#heldBytes = getHeapStatistics().used_heap_size;
    return !isWithinLimits(0, 0);
  }
}

/** Whether less is used than is allowed, or little more than was held lately. */
function isWithinLimits(moreBytes: number, heldBytes: number): boolean {
  const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
  const heapLimit = Math.max(limits.heldHeapBytes, heldBytes + moreBytes);
  return heapBytes <= heapLimit && externalBytes <= limits.heldExternalBytes;
}
