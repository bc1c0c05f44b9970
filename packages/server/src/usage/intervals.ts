import type { Database } from "../db/database.ts";

/** A sandbox begins to run. */
interface OpenedInterval {
  sandboxId: string;
  organizationId: string;
  cpu: number;
  memoryMb: number;
  startedAt: number;
  /** What runs longer is not charged. */
  expiresAt: number;
}

/** Begins to meter a sandbox, in the transaction that makes it run: neither happens without the other. */
export async function openInterval(transaction: Database, interval: OpenedInterval): Promise<void> {
  await transaction
    .insertInto("usageIntervals")
    .values({ ...interval, seenAt: interval.startedAt, endedAt: null })
    .execute();
}

/**
 * Ends the metering of a sandbox, in the transaction that ends it; of one that never ran there is nothing to end. "lastSeen":
 * the device was found gone, nobody knows since when, and what nobody saw running is not charged.
 */
export async function closeInterval(
  transaction: Database,
  sandboxId: string,
  endedAt: number | "lastSeen",
): Promise<void> {
  const interval = await transaction
    .selectFrom("usageIntervals")
    .select(["startedAt", "expiresAt", "seenAt"])
    .where("sandboxId", "=", sandboxId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  if (!interval) return;
  const end = Math.min(endedAt === "lastSeen" ? interval.seenAt : endedAt, interval.expiresAt);
  await transaction
    .updateTable("usageIntervals")
    .set({ endedAt: Math.max(end, interval.startedAt) })
    .where("sandboxId", "=", sandboxId)
    .where("endedAt", "is", null)
    .execute();
}

/** Lets a sandbox that runs be charged up to a later time, in the transaction that lets it run so long. */
export async function prolongInterval(transaction: Database, sandboxId: string, expiresAt: number): Promise<void> {
  await transaction
    .updateTable("usageIntervals")
    .set({ expiresAt })
    .where("sandboxId", "=", sandboxId)
    .where("endedAt", "is", null)
    .execute();
}
