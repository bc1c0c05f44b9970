import { fstatSync, readdirSync, readlinkSync, realpathSync, statfsSync, type Stats } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { FileError } from "./file-error.ts";
import { walkTree } from "./host-tree.ts";

const BLOCK_BYTES = 4096;
/** The disk is counted again after each 1/8 of the limit is written, so that counter errors stay small. */
const PART_BETWEEN_COUNTS = 8;
/** Time in milliseconds without a sign of life after which a counting thread, or a moving one, is considered dead. */
const COUNT_SIGN_MS = 10_000;
const MOVE_MS = 1_000;
const POLL_MS = 5;
/** Time in milliseconds for which a count without free space is trusted, unless space may become free by itself. */
const BELIEVED_MS = 1_000;

/** Space left free on the host's disk for other programs when the disk is nearly full. */
const HOST_SPARE_BYTES = 32 * 1024 ** 2;

/** Returns the cost of an entry: its blocks, plus one for its inode and name, so that empty files are not free. */
export function chargedBytes(sizeBytes: number): number {
  return BLOCK_BYTES * (1 + Math.ceil(sizeBytes / BLOCK_BYTES));
}

/** Cost of a new folder. A folder that was large keeps its blocks on the host. */
export const folderBytes = chargedBytes(BLOCK_BYTES);

/** Returns the cost of a host entry. */
export function chargeOf(stats: Stats): number {
  return chargedBytes(stats.isDirectory() ? Math.max(BLOCK_BYTES, stats.size) : stats.size);
}

/** Data passed to a worker thread so that it shares the counters. */
export interface SharedQuota {
  counters: SharedArrayBuffer;
  limitBytes: number;
  roots: readonly string[];
  hostSpareBytes: number;
}

const USED = 0;
const WRITTEN_SINCE_COUNT = 1;
/** Last sign of life of a counting thread, in epoch milliseconds; 0: no count is running. */
const COUNTED_AT_MS = 2;
/** Number of entries being moved or removed. */
const MOVING = 3;
/** Time from which the last count may be too high, in epoch milliseconds: immediately if it included removed files. */
const STALE_AT_MS = 4;
const COUNTERS_BYTES = 5 * BigInt64Array.BYTES_PER_ELEMENT;

/**
 * The device's storage limit, shared by all threads. Space is reserved before writing and released after deleting, so
 * that a thread's death in between can only make the count too high. A new count of the disk corrects such errors: when
 * the limit seems reached, and after each part of the limit is written. Nothing is moved or removed during a count, so
 * the walk misses nothing. A removed file counts until its last reader closes it.
 */
export class StorageQuota {
  readonly shared: SharedQuota;
  readonly #counters: BigInt64Array;

  constructor(shared: SharedQuota) {
    this.shared = shared;
    this.#counters = new BigInt64Array(shared.counters);
  }

  /** Creates a quota with a count of the host folders' current content. */
  static async open(
    roots: readonly string[],
    limitBytes: number,
    spareBytes = HOST_SPARE_BYTES,
  ): Promise<StorageQuota> {
    const counters = new SharedArrayBuffer(COUNTERS_BYTES);
    const quota = new StorageQuota({ counters, limitBytes, roots, hostSpareBytes: spareBytes });
    await quota.#count();
    return quota;
  }

  get limitBytes(): number {
    return this.shared.limitBytes;
  }

  get usedBytes(): number {
    return Math.max(0, Number(Atomics.load(this.#counters, USED)));
  }

  /**
   * Reserves `bytes` of the limit, also checking the host disk's free space beyond its spare space, for `writtenBytes`
   * about to be written. Throws ENOSPC. A negative number releases.
   */
  async reserve(bytes: number, devicePath: string, writtenBytes = bytes): Promise<void> {
    Atomics.add(this.#counters, WRITTEN_SINCE_COUNT, BigInt(Math.max(0, writtenBytes)));
    if (bytes <= 0) this.release(-bytes);
    else if (!this.#hasHostRoom(bytes)) throw new FileError("ENOSPC", devicePath);
    const counted =
      Atomics.load(this.#counters, WRITTEN_SINCE_COUNT) <= BigInt(this.limitBytes) / BigInt(PART_BETWEEN_COUNTS);
    if (!counted) await this.#count();
    if (bytes <= 0 || this.#tryReserve(bytes)) return;
    const isStale = Date.now() >= Number(Atomics.load(this.#counters, STALE_AT_MS));
    if (isStale) await this.#count();
    if (!isStale || !this.#tryReserve(bytes)) throw new FileError("ENOSPC", devicePath);
  }

  release(bytes: number): void {
    Atomics.sub(this.#counters, USED, BigInt(bytes));
  }

  /** Moves or removes an entry while no count is running. */
  async move<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    Atomics.add(this.#counters, MOVING, 1n);
    while (this.#isCounting()) {
      Atomics.sub(this.#counters, MOVING, 1n);
      await sleep(POLL_MS);
      Atomics.add(this.#counters, MOVING, 1n);
    }
    try {
      return await work();
    } finally {
      Atomics.sub(this.#counters, MOVING, 1n);
    }
  }

  #hasHostRoom(bytes: number): boolean {
    const [root] = this.shared.roots;
    if (root === undefined) return true;
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize - bytes >= this.shared.hostSpareBytes;
  }

  #tryReserve(bytes: number): boolean {
    if (Atomics.add(this.#counters, USED, BigInt(bytes)) + BigInt(bytes) <= BigInt(this.limitBytes)) return true;
    this.release(bytes);
    return false;
  }

  #isCounting(): boolean {
    return Date.now() - Number(Atomics.load(this.#counters, COUNTED_AT_MS)) < COUNT_SIGN_MS;
  }

  /** Counts, or waits for a running count. */
  async #count(): Promise<void> {
    const before = Atomics.load(this.#counters, COUNTED_AT_MS);
    const isMine =
      !this.#isCounting() &&
      Atomics.compareExchange(this.#counters, COUNTED_AT_MS, before, BigInt(Date.now())) === before;
    if (!isMine) {
      while (this.#isCounting()) await sleep(POLL_MS);
      return;
    }
    try {
      await this.#countAlone();
    } finally {
      Atomics.store(this.#counters, COUNTED_AT_MS, 0n);
    }
  }

  async #countAlone(): Promise<void> {
    const giveUpMs = Date.now() + MOVE_MS;
    while (Atomics.load(this.#counters, MOVING) > 0n && Date.now() < giveUpMs) await sleep(POLL_MS);
    // A longer move belongs to a thread that was ended, or concerns only one large file.
    if (Date.now() >= giveUpMs) Atomics.store(this.#counters, MOVING, 0n);
    Atomics.store(this.#counters, WRITTEN_SINCE_COUNT, 0n);
    const before = Atomics.load(this.#counters, USED);
    const removed = removedBytes(this.shared.roots);
    let total = removed;
    for (const root of this.shared.roots) {
      await walkTree(root, (_path, stats) => {
        total += chargeOf(stats);
        Atomics.store(this.#counters, COUNTED_AT_MS, BigInt(Date.now()));
      });
    }
    // Reservations made during the walk stay, whether or not the walk saw their files.
    Atomics.add(this.#counters, USED, BigInt(total) - before);
    Atomics.store(this.#counters, STALE_AT_MS, removed > 0 ? 0n : BigInt(Date.now() + BELIEVED_MS));
  }
}

/** Returns the cost of removed files of these folders that are still open: their blocks are freed on close. */
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

/** The kernel reports a removed file's former path, unless it is too long: then the file counts. */
function mayHaveBeenIn(folders: readonly string[], descriptor: string): boolean {
  try {
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    return folders.some((folder) => path.startsWith(folder));
  } catch {
    return true;
  }
}

/** Returns the cost of a host file or folder with its content; 0 if it does not exist. */
export async function usageBytes(hostPath: string): Promise<number> {
  let total = 0;
  await walkTree(hostPath, (_path, stats) => void (total += chargeOf(stats)));
  return total;
}
