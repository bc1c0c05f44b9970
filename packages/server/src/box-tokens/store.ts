import type { Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import { prepareQuery } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";

type BoxTokenRecord = Selectable<Schema["boxTokens"]>;

type ListedBoxToken = Pick<BoxTokenRecord, "id" | "rights" | "createdAt" | "expiresAt" | "apiKeyId"> & {
  actorName: string | null;
};

type FoundBoxToken = Omit<BoxTokenRecord, "tokenHash"> & {
  /** Of the API key that made it, if one did. */
  keyCreatedBy: string | null;
  keyExpiresAt: number | null;
};

export interface BoxTokenStore {
  /** Adds one; of its sandbox's, no more than `limit` stay, the newest. */
  insert(token: BoxTokenRecord, limit: number): Promise<void>;
  /** The one with this hash, unless it or the API key that made it has expired. */
  find(tokenHash: string, now: number): Promise<FoundBoxToken | undefined>;
  /** The good ones of a sandbox, newest first. */
  list(sandboxId: string, now: number): Promise<ListedBoxToken[]>;
  delete(sandboxId: string, id: string): Promise<void>;
  deleteExpired(now: number): Promise<void>;
}

export function createBoxTokenStore(db: Database): BoxTokenStore {
  const selectValid = prepareQuery(db, ({ tokenHash, now }: { tokenHash: string; now: number }) =>
    db
      .selectFrom("boxTokens")
      .leftJoin("apiKeys", "apiKeys.id", "boxTokens.apiKeyId")
      .select(["boxTokens.id", "sandboxId", "boxTokens.organizationId", "userId", "apiKeyId", "rights"])
      .select(["boxTokens.createdAt", "boxTokens.expiresAt"])
      .select(["apiKeys.createdBy as keyCreatedBy", "apiKeys.expiresAt as keyExpiresAt"])
      .where("tokenHash", "=", tokenHash)
      .where("boxTokens.expiresAt", ">", now)
      .where((eb) => eb.or([eb("apiKeys.expiresAt", "is", null), eb("apiKeys.expiresAt", ">", now)])),
  );

  return {
    async insert(token, limit) {
      await db.insertInto("boxTokens").values(token).execute();
      const surplus = await db
        .selectFrom("boxTokens")
        .select("id")
        .where("sandboxId", "=", token.sandboxId)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .offset(limit)
        .limit(limit)
        .execute();
      for (const { id } of surplus) await db.deleteFrom("boxTokens").where("id", "=", id).execute();
    },
    find: async (tokenHash, now) => (await selectValid({ tokenHash, now }))[0],
    list: (sandboxId, now) =>
      db
        .selectFrom("boxTokens")
        .leftJoin("apiKeys", "apiKeys.id", "boxTokens.apiKeyId")
        .leftJoin("users", "users.id", "boxTokens.userId")
        .select(["boxTokens.id", "rights", "boxTokens.createdAt", "boxTokens.expiresAt", "apiKeyId"])
        .select((eb) => eb.fn.coalesce("users.name", "apiKeys.name").as("actorName"))
        .where("sandboxId", "=", sandboxId)
        .where("boxTokens.expiresAt", ">", now)
        .where((eb) => eb.or([eb("apiKeys.expiresAt", "is", null), eb("apiKeys.expiresAt", ">", now)]))
        .orderBy("boxTokens.createdAt", "desc")
        .orderBy("boxTokens.id", "desc")
        .execute(),
    async delete(sandboxId, id) {
      await db.deleteFrom("boxTokens").where("id", "=", id).where("sandboxId", "=", sandboxId).execute();
    },
    async deleteExpired(now) {
      await db.deleteFrom("boxTokens").where("expiresAt", "<=", now).execute();
    },
  };
}
