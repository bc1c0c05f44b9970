import type { Database } from "@terrarium/platform/db/database";
import type { Schema } from "@terrarium/platform/db/schema";
import type { Selectable } from "kysely";

export type RecordingRecord = Selectable<Schema["recordings"]>;
export type RecordingId = Pick<RecordingRecord, "sandboxId" | "kind">;

export interface RecordingStore {
  find(id: RecordingId): Promise<RecordingRecord | undefined>;
  /** Stores a recording in place of the one read before, or of none. Returns whether that was still current. */
  put(recording: RecordingRecord, seen: RecordingRecord | undefined): Promise<boolean>;
  /**
   * Requests the result from the recording's server. Returns false if another recording has replaced it, or if the
   * response to an earlier request for the same rewind is not collected yet.
   */
  ask(seen: RecordingRecord, askedMs: number): Promise<boolean>;
  /** Returns the requests of others to this server. */
  listAsked(replicaId: string): Promise<RecordingRecord[]>;
  /** Stores the response. Returns false if another recording has replaced it. */
  answer(seen: RecordingRecord, storageKey: string): Promise<boolean>;
  /** Removes the response about a rewind, to allow the next request. Returns false if it was already removed. */
  collect(seen: RecordingRecord, storageKey: string): Promise<boolean>;
  /** Deletes the recording read before. Returns whether it was still current. */
  deleteSeen(seen: RecordingRecord): Promise<boolean>;
  /** Deletes the current one, if any, and returns it. */
  delete(id: RecordingId): Promise<RecordingRecord | undefined>;
}

/** Returns the fields that distinguish a recording from a replacement by another server. */
const asSeen = ({ sandboxId, kind, replicaId, storageKey }: RecordingRecord) => ({
  sandboxId,
  kind,
  replicaId,
  ...(kind === "film" && { storageKey }),
});

export function createRecordingStore(db: Database): RecordingStore {
  async function change(
    seen: RecordingRecord,
    values: Partial<RecordingRecord>,
    only: { askedMs?: null; storageKey?: string | null } = {},
  ): Promise<boolean> {
    const query = db.updateTable("recordings").set(values);
    const { numUpdatedRows } = await query
      .where((eb) => eb.and(asSeen(seen)))
      .$if(only.askedMs === null, (qb) => qb.where("askedMs", "is", null))
      .$if(only.storageKey === null, (qb) => qb.where("storageKey", "is", null))
      .$if(typeof only.storageKey === "string", (qb) => qb.where("storageKey", "=", only.storageKey ?? ""))
      .executeTakeFirst();
    return numUpdatedRows > 0;
  }
  return {
    find: ({ sandboxId, kind }) =>
      db
        .selectFrom("recordings")
        .selectAll()
        .where("sandboxId", "=", sandboxId)
        .where("kind", "=", kind)
        .executeTakeFirst(),
    async put(recording, seen) {
      if (seen) return change(seen, recording);
      const query = db.insertInto("recordings").values(recording);
      const { numInsertedOrUpdatedRows: rows } = await query
        .onConflict((conflict) => conflict.columns(["sandboxId", "kind"]).doNothing())
        .executeTakeFirst();
      return rows !== undefined && rows > 0;
    },
    ask: (seen, askedMs) =>
      change(seen, { askedMs }, seen.kind === "rewind" ? { askedMs: null, storageKey: null } : {}),
    listAsked: (replicaId) =>
      db
        .selectFrom("recordings")
        .selectAll()
        .where("replicaId", "=", replicaId)
        .where("askedMs", "is not", null)
        .execute(),
    answer: (seen, storageKey) => change(seen, { storageKey, askedMs: null }),
    collect: (seen, storageKey) => change(seen, { storageKey: null }, { askedMs: null, storageKey }),
    async deleteSeen(seen) {
      const query = db.deleteFrom("recordings").where((eb) => eb.and(asSeen(seen)));
      return (await query.executeTakeFirst()).numDeletedRows > 0;
    },
    delete: ({ sandboxId, kind }) =>
      db
        .deleteFrom("recordings")
        .where("sandboxId", "=", sandboxId)
        .where("kind", "=", kind)
        .returningAll()
        .executeTakeFirst(),
  };
}
