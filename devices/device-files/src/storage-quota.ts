import { fstatSync, readdirSync, readlinkSync, realpathSync, statfsSync, type Stats } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { FileError } from "./file-error.ts";
import { walkTree } from "./host-tree.ts";

const blockBytes = 4096;
/** After writing this part of the limit the disk is counted again, so that what the counter may miss stays small. */
const partBetweenCounts = 8;
/** Somebody who counts and does not say so any more was ended; so was who moves something for so long. */
const countSignMs = 10_000;
const moveMs = 1_000;
const pollMs = 5;
/** A count that says that there is no room is believed for so long, unless something may come free by itself. */
const believedMs = 1_000;

/** Left free on the host's disk, for whatever else stores there, when another program has filled it. */
const hostSpareBytes = 32 * 1024 ** 2;

/** What an entry costs: its blocks, and one for its inode and name, so that empty files are not free. */
export function chargedBytes(sizeBytes: number): number {
  return blockBytes * (1 + Math.ceil(sizeBytes / blockBytes));
}

/** What a new folder costs. One that has held much keeps its blocks on the host. */
export const folderBytes = chargedBytes(blockBytes);

/** What an entry on the host costs. */
export function chargeOf(stats: Stats): number {
  return chargedBytes(stats.isDirectory() ? Math.max(blockBytes, stats.size) : stats.size);
}

/** What travels to a worker thread so that it counts on the same counters. */
export interface SharedQuota {
  counters: SharedArrayBuffer;
  limitBytes: number;
  roots: readonly string[];
  hostSpareBytes: number;
}

const used = 0;
const writtenSinceCount = 1;
/** When somebody who counts last said so, as epoch ms; 0: nobody does. */
const countedAtMs = 2;
/** How many entries are being moved or removed. */
const moving = 3;
/** When the last count may have become too high by itself, as epoch ms: at once where it held removed files. */
const staleAtMs = 4;
const countersBytes = 5 * BigInt64Array.BYTES_PER_ELEMENT;

/**
 * The device's storage limit, shared by all threads. Reserving comes before writing and releasing after deleting, so
 * the count errs on the safe side when a thread dies between. Counting the disk again takes out such errors: when the
 * limit seems reached, and after each part of it that is written. Nothing is moved or removed while somebody counts, so
 * nothing escapes the walk; a file that was removed and is still read counts until it is closed.
 */
export class StorageQuota {
  readonly shared: SharedQuota;
  readonly #counters: BigInt64Array;

  constructor(shared: SharedQuota) {
    this.shared = shared;
    this.#counters = new BigInt64Array(shared.counters);
  }

  /** Counts what the host folders hold now. */
  static async open(roots: readonly string[], limitBytes: number, spareBytes = hostSpareBytes): Promise<StorageQuota> {
    const counters = new SharedArrayBuffer(countersBytes);
    const quota = new StorageQuota({ counters, limitBytes, roots, hostSpareBytes: spareBytes });
    await quota.#count();
    return quota;
  }

  get limitBytes(): number {
    return this.shared.limitBytes;
  }

  get usedBytes(): number {
    return Math.max(0, Number(Atomics.load(this.#counters, used)));
  }

  /**
   * Takes `bytes` of the limit, which the host's disk must have beside its spare room, for `writtenBytes` that are about to be written, or throws ENOSPC. A negative
   * number releases.
   */
  async reserve(bytes: number, devicePath: string, writtenBytes = bytes): Promise<void> {
    Atomics.add(this.#counters, writtenSinceCount, BigInt(Math.max(0, writtenBytes)));
    if (bytes <= 0) this.release(-bytes);
    else if (!this.#hasHostRoom(bytes)) throw new FileError("ENOSPC", devicePath);
    const counted =
      Atomics.load(this.#counters, writtenSinceCount) <= BigInt(this.limitBytes) / BigInt(partBetweenCounts);
    if (!counted) await this.#count();
    if (bytes <= 0 || this.#tryReserve(bytes)) return;
    const isStale = Date.now() >= Number(Atomics.load(this.#counters, staleAtMs));
    if (isStale) await this.#count();
    if (!isStale || !this.#tryReserve(bytes)) throw new FileError("ENOSPC", devicePath);
  }

  release(bytes: number): void {
    Atomics.sub(this.#counters, used, BigInt(bytes));
  }

  /** Moves or removes something, while nobody counts. */
  async move<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    Atomics.add(this.#counters, moving, 1n);
    while (this.#isCounting()) {
      Atomics.sub(this.#counters, moving, 1n);
      await sleep(pollMs);
      Atomics.add(this.#counters, moving, 1n);
    }
    try {
      return await work();
    } finally {
      Atomics.sub(this.#counters, moving, 1n);
    }
  }

  #hasHostRoom(bytes: number): boolean {
    const [root] = this.shared.roots;
    if (root === undefined) return true;
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize - bytes >= this.shared.hostSpareBytes;
  }

  #tryReserve(bytes: number): boolean {
    if (Atomics.add(this.#counters, used, BigInt(bytes)) + BigInt(bytes) <= BigInt(this.limitBytes)) return true;
    this.release(bytes);
    return false;
  }

  #isCounting(): boolean {
    return Date.now() - Number(Atomics.load(this.#counters, countedAtMs)) < countSignMs;
  }

  /** Counts, or waits for whoever does. */
  async #count(): Promise<void> {
    const before = Atomics.load(this.#counters, countedAtMs);
    const isMine =
      !this.#isCounting() &&
      Atomics.compareExchange(this.#counters, countedAtMs, before, BigInt(Date.now())) === before;
    if (!isMine) {
      while (this.#isCounting()) await sleep(pollMs);
      return;
    }
    try {
      await this.#countAlone();
    } finally {
      Atomics.store(this.#counters, countedAtMs, 0n);
    }
  }

  async #countAlone(): Promise<void> {
    const giveUpMs = Date.now() + moveMs;
    while (Atomics.load(this.#counters, moving) > 0n && Date.now() < giveUpMs) await sleep(pollMs);
    // Whoever moves for longer was ended within, or works on one large file alone.
    if (Date.now() >= giveUpMs) Atomics.store(this.#counters, moving, 0n);
    Atomics.store(this.#counters, writtenSinceCount, 0n);
    const before = Atomics.load(this.#counters, used);
    const removed = removedBytes(this.shared.roots);
    let total = removed;
    for (const root of this.shared.roots) {
      await walkTree(root, (_path, stats) => {
        total += chargeOf(stats);
        Atomics.store(this.#counters, countedAtMs, BigInt(Date.now()));
      });
    }
    // What was reserved meanwhile stays reserved, whether or not the walk saw it.
    Atomics.add(this.#counters, used, BigInt(total) - before);
    Atomics.store(this.#counters, staleAtMs, removed > 0 ? 0n : BigInt(Date.now() + believedMs));
  }
}

/** What files of these folders cost that are removed and still open: their blocks are free when they are closed. */
function removedBytes(roots: readonly string[]): number {
  if (process.platform !== "linux") return 0;
  const folders = roots.map((root) => `${realpathSync(root)}/`);
  const seen = new Map<string, number>();
  for (const name of readdirSync("/proc/self/fd")) {
    try {
      const stats = fstatSync(Number(name));
      if (stats.isFile() && stats.nlink === 0 && mayHaveBeenIn(folders, name))
        seen.set(`${stats.dev}:${stats.ino}`, chargeOf(stats));
    } catch {
      // Closed since the listing.
    }
  }
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The kernel tells the path that a removed file had, unless that is too long: then it counts. */
function mayHaveBeenIn(folders: readonly string[], descriptor: string): boolean {
  try {
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    return folders.some((folder) => path.startsWith(folder));
  } catch {
    return true;
  }
}

/** What a host file or folder with all it holds costs; 0 if it is not there. */
export async function usageBytes(hostPath: string): Promise<number> {
  let total = 0;
  await walkTree(hostPath, (_path, stats) => void (total += chargeOf(stats)));
  return total;
}
