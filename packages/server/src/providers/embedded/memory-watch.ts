import { readFileSync } from "node:fs";

const LOOK_MS = 500;
/** Memory that no other process shares, in proc(5)'s terms: in RAM, in shared mappings of no file, and swapped out. */
const OWN_MEMORY = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm;

interface Watched {
  identity: { pid: number };
}

/**
 * Looks twice a second how much memory of their own devices use, and calls back with each that uses more than the limit.
 * Only where the system has /proc: elsewhere nothing is watched.
 */
export function watchMemory<Device extends Watched>(
  devices: () => Iterable<Device>,
  limitBytes: number,
  onExceeded: (device: Device) => void,
): void {
  if (process.platform !== "linux") return;
  setInterval(() => {
    for (const device of devices()) if (ownMemoryBytes(device.identity.pid) > limitBytes) onExceeded(device);
  }, LOOK_MS).unref();
}

/** 0 for a process that is not there, or that cannot be looked at now. */
function ownMemoryBytes(pid: number): number {
  try {
    // Made by the kernel from numbers that it keeps: some 20 µs.
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return [...status.matchAll(OWN_MEMORY)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
  } catch {
    return 0;
  }
}
