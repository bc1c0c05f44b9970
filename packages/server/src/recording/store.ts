import type { Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

export type RecordingRecord = Selectable<Schema["recordings"]>;
export type RecordingId = Pick<RecordingRecord, "sandboxId" | "kind">;

export interface RecordingStore {
  find(id: RecordingId): Promise<RecordingRecord | undefined>;
  /** Puts one in place of the one that was seen, or of none; answers whether that was still so. */
  put(recording: RecordingRecord, seen: RecordingRecord | undefined): Promise<boolean>;
  /** Asks the server that has it for what it recorded; answers whether it is still the one that was seen. */
  ask(seen: RecordingRecord, askedMs: number): Promise<boolean>;
  /** What others ask this server for. */
  listAsked(replicaId: string): Promise<RecordingRecord[]>;
  /** Gives what was asked for, if it is still the one that was seen. */
  answer(seen: RecordingRecord, storageKey: string): Promise<void>;
  /** Answers whether it was still the one that was seen. */
  deleteSeen(seen: RecordingRecord): Promise<boolean>;
  /** Whichever it is. */
  delete(id: RecordingId): Promise<void>;
}

/** What tells a recording from one that another server has begun in its place. */
const asSeen = ({ sandboxId, kind, replicaId, storageKey }: RecordingRecord) => ({
  sandboxId,
  kind,
  replicaId,
  ...(kind === "film" && { storageKey }),
});

export function createRecordingStore(db: Database): RecordingStore {
  async function change(seen: RecordingRecord, values: Partial<RecordingRecord>): Promise<boolean> {
    const query = db.updateTable("recordings").set(values);
    const { numUpdatedRows } = await query.where((eb) => eb.and(asSeen(seen))).executeTakeFirst();
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
    ask: (seen, askedMs) => change(seen, { askedMs, ...(seen.kind === "rewind" && { storageKey: null }) }),
    listAsked: (replicaId) =>
      db
        .selectFrom("recordings")
        .selectAll()
        .where("replicaId", "=", replicaId)
        .where("askedMs", "is not", null)
        .execute(),
    async answer(seen, storageKey) {
      await change(seen, { storageKey, askedMs: null });
    },
    async deleteSeen(seen) {
      const query = db.deleteFrom("recordings").where((eb) => eb.and(asSeen(seen)));
      return (await query.executeTakeFirst()).numDeletedRows > 0;
    },
    async delete({ sandboxId, kind }) {
      await db.deleteFrom("recordings").where("sandboxId", "=", sandboxId).where("kind", "=", kind).execute();
    },
  };
}
