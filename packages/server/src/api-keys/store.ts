import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization } from "@terrarium/platform/db/locks";
import { prepareQuery } from "@terrarium/platform/db/prepared";
import type { Schema } from "@terrarium/platform/db/schema";
import type { SealedColumn } from "@terrarium/platform/secrets/reseal";
import type { Selectable } from "kysely";

type Row = Selectable<Schema["apiKeys"]>;

const COLUMNS = [
  "id",
  "organizationId",
  "name",
  "keySealed",
  "scope",
  "expiresAt",
  "lastUsedAt",
  "oldKeyUntil",
  "createdAt",
  "updatedAt",
] as const;
export type ApiKeyRecord = Pick<Row, (typeof COLUMNS)[number]>;

const FOUND = [
  "id",
  "organizationId",
  "createdBy",
  "scope",
  "expiresAt",
  "lastUsedAt",
  "keyHash",
  "oldKeyUntil",
] as const;
type FoundKey = Pick<Row, (typeof FOUND)[number]>;

type NewKey = Pick<
  Row,
  | "id"
  | "organizationId"
  | "name"
  | "keyHash"
  | "keySealed"
  | "createdBy"
  | "scope"
  | "expiresAt"
  | "createdAt"
  | "updatedAt"
>;

export interface ApiKeyStore {
  /** Inserts a key, unless the organization already has `limit`, or ever had one and this must be its first. */
  insertWithin(
    limit: number,
    key: NewKey,
    onlyFirst?: boolean,
  ): Promise<"inserted" | "limit" | "not-first" | "no-organization">;
  /** Oldest first. */
  list(organizationId: string): Promise<ApiKeyRecord[]>;
  /** Returns the key with this secret, current or previous. */
  findByHash(keyHash: string): Promise<FoundKey | undefined>;
  /** Returns the expiry of a team's key (null: never), or undefined if there is no such key. */
  findEnd(organizationId: string, id: string): Promise<Pick<Row, "expiresAt"> | undefined>;
  /** Replaces a key's secret and keeps the current one as the old one. Undefined: there is no such key. */
  replaceSecret(
    organizationId: string,
    id: string,
    secret: Pick<Row, "keyHash" | "keySealed" | "oldKeyUntil" | "updatedAt">,
  ): Promise<ApiKeyRecord | undefined>;
  /** Records the use of keys, except for uses recorded since `since`. */
  noteUse(ids: readonly string[], now: number, since: number): Promise<void>;
  /** Returns whether there was such a key. */
  delete(organizationId: string, id: string): Promise<boolean>;
}

export const SEALED_API_KEYS: SealedColumn = { table: "apiKeys", key: "id", column: "keySealed" };

export function createApiKeyStore(db: Database): ApiKeyStore {
  const select = () => db.selectFrom("apiKeys").select(FOUND);
  const selectByHash = prepareQuery(db, ({ keyHash }: { keyHash: string }) => select().where("keyHash", "=", keyHash));
  const selectByOldHash = prepareQuery(db, ({ keyHash }: { keyHash: string }) =>
    select().where("oldKeyHash", "=", keyHash),
  );

  return {
    insertWithin: (limit, key, onlyFirst) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockOrganization(transaction, key.organizationId))) return "no-organization";
        const { count } = await transaction
          .selectFrom("apiKeys")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("organizationId", "=", key.organizationId)
          .executeTakeFirstOrThrow();
        if (count >= limit) return "limit";
        const noted = await transaction
          .updateTable("organizations")
          .set({ firstApiKeyAt: key.createdAt })
          .where("id", "=", key.organizationId)
          .where("firstApiKeyAt", "is", null)
          .executeTakeFirst();
        if (onlyFirst && (count > 0 || noted.numUpdatedRows === 0n)) return "not-first";
        await transaction.insertInto("apiKeys").values(key).execute();
        return "inserted";
      }),
    list: (organizationId) =>
      db
        .selectFrom("apiKeys")
        .select(COLUMNS)
        .where("organizationId", "=", organizationId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute(),
    findByHash: async (keyHash) => (await selectByHash({ keyHash }))[0] ?? (await selectByOldHash({ keyHash }))[0],
    findEnd: (organizationId, id) =>
      db
        .selectFrom("apiKeys")
        .select("expiresAt")
        .where("id", "=", id)
        .where("organizationId", "=", organizationId)
        .executeTakeFirst(),
    replaceSecret: (organizationId, id, secret) =>
      db
        .updateTable("apiKeys")
        // The right side is the row's previous value.
        .set((eb) => ({ ...secret, oldKeyHash: eb.ref("keyHash") }))
        .where("id", "=", id)
        .where("organizationId", "=", organizationId)
        .returning(COLUMNS)
        .executeTakeFirst(),
    async noteUse(ids, now, since) {
      await db
        .updateTable("apiKeys")
        .set({ lastUsedAt: now })
        .where("id", "in", ids)
        .where((eb) => eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<=", since)]))
        .execute();
    },
    async delete(organizationId, id) {
      const query = db.deleteFrom("apiKeys").where("id", "=", id).where("organizationId", "=", organizationId);
      const { numDeletedRows } = await query.executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
