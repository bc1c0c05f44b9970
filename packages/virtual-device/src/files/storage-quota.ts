import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { FileError } from "./file-error.ts";

const blockBytes = 4096;

/** What an entry costs: its blocks, and one for its inode, so that empty files are not free. */
export function chargedBytes(sizeBytes: number): number {
  return blockBytes * (1 + Math.ceil(sizeBytes / blockBytes));
}

/** What travels to a worker thread so that it counts on the same counters. */
export interface SharedQuota {
  counters: SharedArrayBuffer;
  limitBytes: number;
  roots: readonly string[];
}

const used = 0;
const sinceCount = 1;

/**
 * The device's storage limit, shared by all threads. Reserving comes before writing and releasing after deleting, so
 * the count errs on the safe side when a thread dies between; counting the disk again, when the limit seems reached
 * and now and then besides, takes such errors out.
 */
export class StorageQuota {
  readonly shared: SharedQuota;
  readonly #counters: BigInt64Array;

  constructor(shared: SharedQuota) {
    this.shared = shared;
    this.#counters = new BigInt64Array(shared.counters);
  }

  /** Counts what the host folders hold now. */
  static async open(roots: readonly string[], limitBytes: number): Promise<StorageQuota> {
    const quota = new StorageQuota({ counters: new SharedArrayBuffer(16), limitBytes, roots });
    await quota.#recount();
    return quota;
  }

  get limitBytes(): number {
    return this.shared.limitBytes;
  }

  get usedBytes(): number {
    return Math.max(0, Number(Atomics.load(this.#counters, used)));
  }

  /** Takes `bytes` of the free space or throws ENOSPC. A negative number releases. */
  async reserve(bytes: number, devicePath: string): Promise<void> {
    if (bytes <= 0) return this.release(-bytes);
    if (Atomics.load(this.#counters, sinceCount) > BigInt(this.limitBytes) / 4n) await this.#recount();
    if (this.#tryReserve(bytes)) return;
    await this.#recount();
    if (!this.#tryReserve(bytes)) throw new FileError("ENOSPC", devicePath);
  }

  release(bytes: number): void {
    Atomics.sub(this.#counters, used, BigInt(bytes));
  }

  #tryReserve(bytes: number): boolean {
    if (Atomics.add(this.#counters, used, BigInt(bytes)) + BigInt(bytes) <= BigInt(this.limitBytes)) {
      Atomics.add(this.#counters, sinceCount, BigInt(bytes));
      return true;
    }
    this.release(bytes);
    return false;
  }

  async #recount(): Promise<void> {
    Atomics.store(this.#counters, sinceCount, 0n);
    let total = 0;
    for (const root of this.shared.roots) total += await usageBytes(root);
    Atomics.store(this.#counters, used, BigInt(total));
  }
}

/** What a host file or folder with all it holds costs; 0 if it is not there. */
export async function usageBytes(hostPath: string): Promise<number> {
  const status = await lstat(hostPath).catch(() => undefined);
  if (!status) return 0;
  let total = chargedBytes(status.isFile() ? status.size : 0);
  if (status.isDirectory()) {
    for (const name of await readdir(hostPath).catch(() => [])) total += await usageBytes(join(hostPath, name));
  }
  return total;
}
