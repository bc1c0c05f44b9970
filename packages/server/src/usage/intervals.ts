import { METADATA } from "@terrarium/contract/limits";
import { storableText } from "@terrarium/platform/base/storable";
import type { Database } from "@terrarium/platform/db/database";

/** A sandbox that starts to run. */
interface OpenedInterval {
  sandboxId: string;
  organizationId: string;
  cpu: number;
  memoryMb: number;
  startedAt: number;
  /** Usage after this time is not charged. */
  expiresAt: number;
  templateId: string;
  templateName: string;
  /** User who created it, and the API key for that. Null: none, or unknown. */
  creatorId: string | null;
  creatorKeyId: string | null;
}

/** Starts to meter a sandbox, in the transaction that makes it run, so that both or neither happen. */
export async function openInterval(
  transaction: Database,
  interval: OpenedInterval,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  await transaction
    .insertInto("usageIntervals")
    .values({ ...interval, seenAt: interval.startedAt, endedAt: null })
    .execute();
  const { sandboxId, organizationId } = interval;
  const rows = Object.entries(labels)
    .slice(0, METADATA.maxEntries)
    .map(([key, value]) => ({ sandboxId, organizationId, key: storableText(key), value: storableText(value) }));
  if (rows.length === 0) return;
  await transaction
    .insertInto("usageLabels")
    .values(rows)
    // A restarted sandbox has them already.
    .onConflict((conflict) => conflict.columns(["sandboxId", "key"]).doNothing())
    .execute();
}

/**
 * Ends the metering of a sandbox, in the transaction that ends it. Does nothing if it never ran. "lastSeen": the device
 * is gone since an unknown time, and unobserved time is not charged.
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

/** Extends the charged time of a running sandbox, in the transaction that extends its life. */
export async function prolongInterval(transaction: Database, sandboxId: string, expiresAt: number): Promise<void> {
  await transaction
    .updateTable("usageIntervals")
    .set({ expiresAt })
    .where("sandboxId", "=", sandboxId)
    .where("endedAt", "is", null)
    .execute();
}
