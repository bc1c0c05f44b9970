import type { Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

export type RecordingRecord = Selectable<Schema["recordings"]>;
export type RecordingId = Pick<RecordingRecord, "sandboxId" | "kind">;

export interface RecordingStore {
  find(id: RecordingId): Promise<RecordingRecord | undefined>;
  /** Puts one in place of the one there is. */
  put(recording: RecordingRecord): Promise<void>;
  /** Asks the server that has it for what it recorded. */
  ask(id: RecordingId, askedMs: number): Promise<void>;
  /** What others ask this server for. */
  listAsked(replicaId: string): Promise<RecordingRecord[]>;
  /** Gives what was asked for. */
  answer(id: RecordingId, storageKey: string): Promise<void>;
  delete(id: RecordingId): Promise<void>;
}

export function createRecordingStore(db: Database): RecordingStore {
  const change = ({ sandboxId, kind }: RecordingId, values: Partial<RecordingRecord>) =>
    db.updateTable("recordings").set(values).where("sandboxId", "=", sandboxId).where("kind", "=", kind).execute();
  return {
    find: ({ sandboxId, kind }) =>
      db
        .selectFrom("recordings")
        .selectAll()
        .where("sandboxId", "=", sandboxId)
        .where("kind", "=", kind)
        .executeTakeFirst(),
    async put(recording) {
      await db
        .insertInto("recordings")
        .values(recording)
        .onConflict((conflict) => conflict.columns(["sandboxId", "kind"]).doUpdateSet(recording))
        .execute();
    },
    async ask(id, askedMs) {
      await change(id, { askedMs, ...(id.kind === "rewind" && { storageKey: null }) });
    },
    listAsked: (replicaId) =>
      db
        .selectFrom("recordings")
        .selectAll()
        .where("replicaId", "=", replicaId)
        .where("askedMs", "is not", null)
        .execute(),
    async answer(id, storageKey) {
      await change(id, { storageKey, askedMs: null });
    },
    async delete({ sandboxId, kind }) {
      await db.deleteFrom("recordings").where("sandboxId", "=", sandboxId).where("kind", "=", kind).execute();
    },
  };
}
