import { readdirSync, readFileSync } from "node:fs";

const LOOK_MS = 500;
/** Of a tree that grows while it is walked, no more is counted; by then it has its control group, or fills the machine. */
const MOST_PROCESSES = 4_096;
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

/** A process and all below it. */
function treeOf(pid: number): number[] {
  const pids = [pid];
  for (const parent of pids) if (pids.length < MOST_PROCESSES) pids.push(...childrenOf(parent));
  return pids;
}

/** None of a process that is not there, or that cannot be looked at now. */
function childrenOf(pid: number): number[] {
  try {
    // Each is the child of the thread that started it.
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) => {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").trim();
      return children === "" ? [] : children.split(" ").map(Number);
    });
  } catch {
    return [];
  }
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
