import type { Database } from "../db/database.ts";
import { lockOrganization } from "../db/locks.ts";
import { prepareQuery } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";

export interface ApiKeyRecord {
  id: string;
  organizationId: string;
  name: string;
  keySealed: string;
  createdAt: number;
  updatedAt: number;
}

export interface ApiKeyStore {
  /** Inserts a key unless the organization has `limit` already. */
  insertWithin(
    limit: number,
    key: ApiKeyRecord & { keyHash: string; createdBy: string },
  ): Promise<"inserted" | "limit" | "no-organization">;
  /** Oldest first. */
  list(organizationId: string): Promise<ApiKeyRecord[]>;
  findByHash(keyHash: string): Promise<Pick<Schema["apiKeys"], "id" | "organizationId" | "createdBy"> | undefined>;
  /** Answers whether there was such a key. */
  delete(organizationId: string, id: string): Promise<boolean>;
}

export function createApiKeyStore(db: Database): ApiKeyStore {
  const selectByHash = prepareQuery(db, ({ keyHash }: { keyHash: string }) =>
    db.selectFrom("apiKeys").select(["id", "organizationId", "createdBy"]).where("keyHash", "=", keyHash),
  );

  return {
    insertWithin: (limit, key) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockOrganization(transaction, key.organizationId))) return "no-organization";
        const { count } = await transaction
          .selectFrom("apiKeys")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("organizationId", "=", key.organizationId)
          .executeTakeFirstOrThrow();
        if (count >= limit) return "limit";
        await transaction.insertInto("apiKeys").values(key).execute();
        return "inserted";
      }),
    list: (organizationId) =>
      db
        .selectFrom("apiKeys")
        .select(["id", "organizationId", "name", "keySealed", "createdAt", "updatedAt"])
        .where("organizationId", "=", organizationId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute(),
    findByHash: async (keyHash) => (await selectByHash({ keyHash }))[0],
    async delete(organizationId, id) {
      const query = db.deleteFrom("apiKeys").where("id", "=", id).where("organizationId", "=", organizationId);
      const { numDeletedRows } = await query.executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
