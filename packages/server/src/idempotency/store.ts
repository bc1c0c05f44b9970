import type { Database } from "@terrarium/platform/db/database";
import type { Schema } from "@terrarium/platform/db/schema";
import type { Selectable } from "kysely";

type IdempotencyRecord = Selectable<Schema["idempotencyKeys"]>;
type Id = Pick<IdempotencyRecord, "callerId" | "key">;
/** A stored record, if it is unchanged. */
type PutId = Id & Pick<IdempotencyRecord, "resourceId">;

/** Most rows per deletion, so that other writers wait only briefly. */
const DELETED_AT_ONCE = 500;

export interface IdempotencyStore {
  find(id: Id): Promise<IdempotencyRecord | undefined>;
  /**
   * Stores a record in place of the caller's one with the same key, which must be unchanged. Returns whether it was.
   * Keeps only the newest `limit` of its team.
   */
  put(record: IdempotencyRecord, found: IdempotencyRecord | undefined, limit: number): Promise<boolean>;
  answer(id: PutId, answer: string): Promise<void>;
  delete(id: PutId): Promise<void>;
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

    async put(record, found, limit) {
      const { organizationId, callerId, key } = record;
      const isPut = found
        ? await db
            .updateTable("idempotencyKeys")
            .set(record)
            .where("callerId", "=", callerId)
            .where("key", "=", key)
            .where("resourceId", "=", found.resourceId)
            .executeTakeFirstOrThrow()
            .then(({ numUpdatedRows }) => numUpdatedRows > 0n)
        : await db
            .insertInto("idempotencyKeys")
            .values(record)
            .onConflict((conflict) => conflict.columns(["callerId", "key"]).doNothing())
            .returning("key")
            .executeTakeFirst()
            .then((row) => row !== undefined);
      if (!isPut) return false;
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
      return true;
    },

    async answer({ callerId, key, resourceId }, answer) {
      const row = db.updateTable("idempotencyKeys").set({ answer }).where("resourceId", "=", resourceId);
      await row.where("callerId", "=", callerId).where("key", "=", key).execute();
    },

    async delete(id) {
      await remove(id).where("resourceId", "=", id.resourceId).execute();
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
