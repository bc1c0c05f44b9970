import { createHash } from "node:crypto";
import { lutimesSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { walkTree } from "./host-tree.ts";

/** The part of a file's metadata that the host would choose. */
interface ShownTimes {
  modifiedAtMs: number;
  accessedAtMs: number;
  changedAtMs: number;
  inode: number;
}

/** Metadata of files on a device with a clock of its own: equal changes leave equal metadata on every host. */
export class FileTimes {
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Sets the time of a changed host file or folder, and of its folder if it is new. */
  changed(hostPath: string, isNew: boolean): void {
    const nowS = this.#nowMs() / 1000;
    for (const path of isNew ? [hostPath, dirname(hostPath)] : [hostPath]) lutimesSync(path, nowS, nowS);
  }

  /** Sets the time of everything in a host folder. */
  async changedAll(hostPath: string): Promise<void> {
    await walkTree(hostPath, (path) => this.changed(path, false));
  }

  /** The host sets the times of reads and of metadata, and chooses inode numbers. */
  shown(stats: Stats, devicePath: string): ShownTimes {
    const modifiedAtMs = Math.round(stats.mtimeMs);
    const inode = createHash("sha256").update(devicePath).digest().readUIntBE(0, 5);
    return { modifiedAtMs, accessedAtMs: modifiedAtMs, changedAtMs: modifiedAtMs, inode };
  }
}
