import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization } from "@terrarium/platform/db/locks";
import type { Schema } from "@terrarium/platform/db/schema";
import { transactUnsynced } from "@terrarium/platform/db/unsynced";
import { expressionBuilder, type Selectable } from "kysely";

type SnapshotRow = Selectable<Schema["snapshots"]>;
export type SnapshotRecord = Omit<SnapshotRow, "countsFor"> & { actorName: string | null };

/** Most parts removed in one step: limits how long other writers wait, and how long SQLite blocks the event loop. */
const PARTS_AT_ONCE = 16;
const SNAPSHOTS_AT_ONCE = 100;

export interface SnapshotStore {
  /** Records an incomplete snapshot, unless the team already has `limit`, or one of this name. */
  beginWithin(
    limit: number,
    snapshot: Omit<SnapshotRow, "sizeBytes" | "isWhole"> & { organizationId: string },
  ): Promise<"begun" | "exists" | "limit" | "no-organization">;
  /** Appends to an incomplete snapshot, if it still exists. Returns whether it does. */
  append(id: string, bytes: Uint8Array): Promise<boolean>;
  /** Returns the bytes of a team or a user, including incomplete snapshots. */
  measure(of: "organizationId" | "countsFor", id: string): Promise<number>;
  /** Completes a snapshot. Returns undefined if it no longer exists. */
  finish(id: string): Promise<SnapshotRecord | undefined>;
  /** Returns a complete snapshot. */
  find(organizationId: string, name: string): Promise<SnapshotRecord | undefined>;
  /** Returns complete snapshots, newest first. */
  list(organizationId: string, limit: number, offset: number): Promise<SnapshotRecord[]>;
  /** Returns the number of complete snapshots. */
  count(organizationId: string): Promise<number>;
  /** Returns the part that starts at a byte. */
  readPart(id: string, startByte: number): Promise<Uint8Array | undefined>;
  /** Detaches a snapshot from its team, for later removal. */
  detach(id: string): Promise<void>;
  detachUnfinishedBefore(time: number): Promise<void>;
  /** Removes detached snapshots. */
  removeDetached(): Promise<void>;
}

/** Looked up, so that a deleted user's name is stored nowhere. */
function actorName() {
  const eb = expressionBuilder<Schema, "snapshots">();
  return eb.fn
    .coalesce(
      eb.selectFrom("users").select("users.name").whereRef("users.id", "=", "snapshots.actorId"),
      eb.selectFrom("apiKeys").select("apiKeys.name").whereRef("apiKeys.id", "=", "snapshots.actorId"),
    )
    .as("actorName");
}

export function createSnapshotStore(db: Database): SnapshotStore {
  const whole = (organizationId: string) =>
    db.selectFrom("snapshots").where("organizationId", "=", organizationId).where("isWhole", "=", 1);

  /** Returns whether there may be more to remove. */
  async function removeSomeOf(snapshotId: string): Promise<boolean> {
    const query = db.selectFrom("snapshotParts").select("startByte").where("snapshotId", "=", snapshotId);
    const parts = await query.orderBy("startByte").limit(PARTS_AT_ONCE).execute();
    const last = parts.at(-1);
    if (!last) return false;
    const some = db.deleteFrom("snapshotParts").where("snapshotId", "=", snapshotId);
    await some.where("startByte", "<=", last.startByte).execute();
    return parts.length === PARTS_AT_ONCE;
  }

  return {
    beginWithin: (limit, snapshot) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId, name } = snapshot;
        if (!(await lockOrganization(transaction, organizationId))) return "no-organization";
        const ofTeam = transaction.selectFrom("snapshots").where("organizationId", "=", organizationId);
        const names = await ofTeam.select("name").execute();
        if (names.some((other) => other.name === name)) return "exists";
        if (names.length >= limit) return "limit";
        await transaction
          .insertInto("snapshots")
          .values({ ...snapshot, sizeBytes: 0, isWhole: 0 })
          .execute();
        return "begun";
      }),

    // Not synced: `finish` syncs all parts to disk.
    append: (id, bytes) =>
      transactUnsynced(db, async (transaction) => {
        const row = await transaction
          .updateTable("snapshots")
          .set((eb) => ({ sizeBytes: eb("sizeBytes", "+", bytes.length) }))
          .where("id", "=", id)
          .where("isWhole", "=", 0)
          .where("organizationId", "is not", null)
          .returning("sizeBytes")
          .executeTakeFirst();
        if (!row) return false;
        const part = { snapshotId: id, startByte: row.sizeBytes - bytes.length, bytes };
        await transaction.insertInto("snapshotParts").values(part).execute();
        return true;
      }),

    async measure(of, id) {
      const { bytes } = await db
        .selectFrom("snapshots")
        .select((eb) => eb.fn.sum<string | null>("sizeBytes").as("bytes"))
        .where(of, "=", id)
        .where("organizationId", "is not", null)
        .executeTakeFirstOrThrow();
      return Number(bytes ?? 0);
    },

    finish: (id) =>
      db
        .updateTable("snapshots")
        .set({ isWhole: 1 })
        .where("id", "=", id)
        .where("organizationId", "is not", null)
        .returningAll()
        .returning(actorName)
        .executeTakeFirst(),

    find: (organizationId, name) =>
      whole(organizationId).selectAll().select(actorName).where("name", "=", name).executeTakeFirst(),

    list: (organizationId, limit, offset) =>
      whole(organizationId)
        .selectAll()
        .select(actorName)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .offset(offset)
        .execute(),

    async count(organizationId) {
      const query = whole(organizationId).select((eb) => eb.fn.countAll<number>().as("count"));
      return (await query.executeTakeFirstOrThrow()).count;
    },

    async readPart(id, startByte) {
      const query = db.selectFrom("snapshotParts").select("bytes").where("snapshotId", "=", id);
      return (await query.where("startByte", "=", startByte).executeTakeFirst())?.bytes;
    },

    async detach(id) {
      await db.updateTable("snapshots").set({ organizationId: null }).where("id", "=", id).execute();
    },

    async detachUnfinishedBefore(time) {
      const query = db.updateTable("snapshots").set({ organizationId: null }).where("isWhole", "=", 0);
      await query.where("createdAt", "<", time).where("organizationId", "is not", null).execute();
    },

    async removeDetached() {
      for (;;) {
        const query = db.selectFrom("snapshots").select("id").where("organizationId", "is", null);
        const detached = await query.limit(SNAPSHOTS_AT_ONCE).execute();
        for (const { id } of detached) {
          while (await removeSomeOf(id)) await nextTurn();
          await db.deleteFrom("snapshots").where("id", "=", id).execute();
          await nextTurn();
        }
        if (detached.length < SNAPSHOTS_AT_ONCE) return;
      }
    },
  };
}
