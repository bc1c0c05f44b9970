import { readFileSync } from "node:fs";
import { treeOf } from "./process-tree.ts";

const LOOK_MS = 500;
/** Memory that no other process shares, in proc(5)'s terms: in RAM, in shared mappings of no file, and swapped out. */
const OWN_MEMORY = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm;

interface Watched {
  identity: { pid: number };
  /** How much memory it may use; null: it is not watched. */
  watchedMb: number | null;
  /** Whether the processes that it started count too. */
  startsProcesses: boolean;
}

/**
 * Looks twice a second how much memory of their own devices use, and calls back with
 * each that uses more than it may. Only where the system has /proc: elsewhere nothing is watched.
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

/** 0 for a process that is not there, or that cannot be looked at now. */
function memoryOf(pid: number): number {
  try {
    // Made by the kernel from numbers that it keeps: some 20 µs.
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return [...status.matchAll(OWN_MEMORY)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
  } catch {
    return 0;
  }
}
