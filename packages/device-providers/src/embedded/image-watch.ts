import { readFile } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import { isMissing } from "./file-errors.ts";
import { type HomeWatch, lookRepeatedly } from "./home-watch.ts";
import { reallocateHomeImage } from "./isolation/home-image.ts";
import { STAGED_HOME } from "./isolation/isolation.ts";

/** Mount options of an ext4 file system that rejects changes: `emergency_ro` and `shutdown` exist since Linux 6.15. */
const READ_ONLY = new Set(["ro", "emergency_ro", "shutdown"]);

export interface WatchedImage {
  imagePath: string | undefined;
  /** A process that sees the mounted image. */
  identity: { pid: number };
}

/**
 * Checks all mounted images every few seconds. Reallocates blocks that an image lost. Calls back for each image that
 * became read-only, as after an I/O error, until it is unmounted.
 */
export function watchImages<Device extends WatchedImage>(
  devices: () => Iterable<Device>,
  onReadOnly: (device: Device) => void,
  log: Pick<FastifyBaseLogger, "error" | "warn">,
): HomeWatch {
  const unallocated = new Set<string>();

  async function keepAllocated(imagePath: string): Promise<void> {
    try {
      await reallocateHomeImage(imagePath);
      unallocated.delete(imagePath);
    } catch (error) {
      if (isMissing(error) || unallocated.has(imagePath)) return;
      unallocated.add(imagePath);
      log.warn({ err: error, imagePath }, "failed to allocate a home's disk space; retrying");
    }
  }

  async function look(): Promise<void> {
    for (const device of devices()) {
      if (device.imagePath === undefined) continue;
      if (await isReadOnly(device.identity.pid)) onReadOnly(device);
      else await keepAllocated(device.imagePath);
    }
    const present = new Set([...devices()].map(({ imagePath }) => imagePath));
    for (const imagePath of unallocated) if (!present.has(imagePath)) unallocated.delete(imagePath);
  }

  return lookRepeatedly(look, log);
}

async function isReadOnly(pid: number): Promise<boolean> {
  try {
    return isHomeReadOnly(await readFile(`/proc/${pid}/mountinfo`, "utf8"));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Returns whether a process's mounts (proc_pid_mountinfo(5)) contain a read-only home. */
export function isHomeReadOnly(mountinfo: string): boolean {
  for (const line of mountinfo.split("\n")) {
    const [mount = "", fileSystem = ""] = line.split(" - ", 2);
    if (mount.split(" ")[4] !== STAGED_HOME) continue;
    return (fileSystem.split(" ")[2] ?? "").split(",").some((option) => READ_ONLY.has(option));
  }
  return false;
}
