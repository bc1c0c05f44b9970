import type { Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

type IdempotencyRecord = Selectable<Schema["idempotencyKeys"]>;
type Id = Pick<IdempotencyRecord, "callerId" | "key">;

/** So many at most, so that others need not wait for long. */
const DELETED_AT_ONCE = 500;

export interface IdempotencyStore {
  find(id: Id): Promise<IdempotencyRecord | undefined>;
  /** Adds one, in place of the caller's of the same key; of its team's, no more than `limit` stay, the newest. */
  put(record: IdempotencyRecord, limit: number): Promise<void>;
  answer(id: Id, answer: string): Promise<void>;
  delete(id: Id): Promise<void>;
  deleteBefore(time: number): Promise<void>;
}

export function createIdempotencyStore(db: Database): IdempotencyStore {
  const remove = ({ callerId, key }: Id) =>
    db.deleteFrom("idempotencyKeys").where("callerId", "=", callerId).where("key", "=", key);

  return {
    find: ({ callerId, key }) =>
      db
        .selectFrom("idempotencyKeys")
        .selectAll()
        .where("callerId", "=", callerId)
        .where("key", "=", key)
        .executeTakeFirst(),

    async put(record, limit) {
      const { organizationId, ...changed } = record;
      await db
        .insertInto("idempotencyKeys")
        .values(record)
        .onConflict((conflict) => conflict.columns(["callerId", "key"]).doUpdateSet({ organizationId, ...changed }))
        .execute();
      await db
        .deleteFrom("idempotencyKeys")
        .where("organizationId", "=", organizationId)
        .where("createdAt", "<", (eb) =>
          eb
            .selectFrom("idempotencyKeys as newer")
            .select("newer.createdAt")
            .where("newer.organizationId", "=", organizationId)
            .orderBy("newer.createdAt", "desc")
            .limit(1)
            .offset(limit - 1),
        )
        .execute();
    },

    async answer({ callerId, key }, answer) {
      const row = db.updateTable("idempotencyKeys").set({ answer });
      await row.where("callerId", "=", callerId).where("key", "=", key).execute();
    },

    async delete(id) {
      await remove(id).execute();
    },

    async deleteBefore(time) {
      const deleteSome = async () => {
        const old = await db
          .selectFrom("idempotencyKeys")
          .select(["callerId", "key"])
          .where("createdAt", "<", time)
          .limit(DELETED_AT_ONCE)
          .execute();
        for (const id of old) await remove(id).where("createdAt", "<", time).execute();
        return old.length;
      };
      while ((await deleteSome()) === DELETED_AT_ONCE);
    },
  };
}
