import type { Database } from "../db/database.ts";

export interface ReplicaStore {
  /** Records that a server is alive. */
  see(id: string, startedAt: number, now: number): Promise<void>;
  isThere(id: string): Promise<boolean>;
  list(): Promise<string[]>;
  delete(id: string): Promise<void>;
  /** Returns the removed ones. */
  deleteSilentSince(time: number): Promise<string[]>;
}

export function createReplicaStore(db: Database): ReplicaStore {
  return {
    async see(id, startedAt, now) {
      await db
        .insertInto("replicas")
        .values({ id, startedAt, seenAt: now })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ seenAt: now }))
        .execute();
    },
    async isThere(id) {
      const query = db.selectFrom("replicas").select("id").where("id", "=", id);
      return (await query.executeTakeFirst()) !== undefined;
    },
    list: async () => (await db.selectFrom("replicas").select("id").execute()).map(({ id }) => id),
    async delete(id) {
      await db.deleteFrom("replicas").where("id", "=", id).execute();
    },
    async deleteSilentSince(time) {
      const gone = await db.deleteFrom("replicas").where("seenAt", "<", time).returning("id").execute();
      return gone.map(({ id }) => id);
    },
  };
}
