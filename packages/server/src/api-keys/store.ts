import type { Database } from "../db/database.ts";
import { lockOrganization } from "../db/locks.ts";
import { prepareQuery } from "../db/prepared.ts";

export interface ApiKeyRecord {
  id: string;
  organizationId: string;
  name: string;
  keySealed: string;
  createdAt: number;
  updatedAt: number;
}

export interface ApiKeyStore {
  /** Answers false if there is no such organization. */
  insert(key: ApiKeyRecord & { keyHash: string }): Promise<boolean>;
  /** Oldest first. */
  list(organizationId: string): Promise<ApiKeyRecord[]>;
  findByHash(keyHash: string): Promise<{ id: string; organizationId: string } | undefined>;
  /** Answers whether there was such a key. */
  delete(organizationId: string, id: string): Promise<boolean>;
}

export function createApiKeyStore(db: Database): ApiKeyStore {
  const selectByHash = prepareQuery(db, ({ keyHash }: { keyHash: string }) =>
    db.selectFrom("apiKeys").select(["id", "organizationId"]).where("keyHash", "=", keyHash),
  );

  return {
    insert: (key) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockOrganization(transaction, key.organizationId))) return false;
        await transaction.insertInto("apiKeys").values(key).execute();
        return true;
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
