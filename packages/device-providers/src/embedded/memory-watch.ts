import { readFileSync } from "node:fs";
import { treeOf } from "./process-tree.ts";

const LOOK_MS = 500;
/**
 * Memory of a process that is not shared with files (proc(5)): in RAM, in anonymous shared mappings, and swapped out.
 */
const OWN_MEMORY = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm;

interface Watched {
  identity: { pid: number };
  /** Memory limit in MB; null: not watched. */
  watchedMb: number | null;
  /** Whether child processes count too. */
  startsProcesses: boolean;
}

/**
 * Measures the devices' memory twice a second, and calls back for each that exceeds its limit. Without /proc nothing is
 * watched.
 */
export function watchMemory<Device extends Watched>(
  devices: () => Iterable<Device>,
  onExceeded: (device: Device) => void,
): void {
  if (process.platform !== "linux") return;
  setInterval(() => {
    for (const device of devices()) {
      const { identity, watchedMb, startsProcesses } = device;
      if (watchedMb === null) continue;
      const pids = startsProcesses ? treeOf(identity.pid) : [identity.pid];
      if (pids.reduce((bytes, pid) => bytes + memoryOf(pid), 0) > watchedMb * 1024 ** 2) onExceeded(device);
    }
  }, LOOK_MS).unref();
}

/** Returns 0 if the process is gone or cannot be read now. */
function memoryOf(pid: number): number {
  try {
    // The kernel formats this from existing counters in some 20 µs.
    return ownMemoryIn(readFileSync(`/proc/${pid}/status`, "latin1"));
  } catch {
    return 0;
  }
}

/** Sums a process's own memory, in bytes, from its status. */
export const ownMemoryIn = (status: string): number =>
  [...status.matchAll(OWN_MEMORY)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
