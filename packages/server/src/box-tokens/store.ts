import type { Database } from "@terrarium/platform/db/database";
import { prepareQuery } from "@terrarium/platform/db/prepared";
import type { Schema } from "@terrarium/platform/db/schema";
import type { Selectable } from "kysely";

type BoxTokenRecord = Selectable<Schema["boxTokens"]>;

type ListedBoxToken = Pick<BoxTokenRecord, "id" | "rights" | "createdAt" | "apiKeyId"> & {
  actorName: string | null;
  endsAt: number;
};

type FoundBoxToken = Pick<BoxTokenRecord, "id" | "sandboxId" | "organizationId" | "userId" | "apiKeyId" | "rights"> & {
  /** Creator of the API key that made it, if one did. */
  keyCreatedBy: string | null;
  endsAt: number;
};

export interface BoxTokenStore {
  /** Inserts a token. Keeps only the newest `limit` of its sandbox. */
  insert(token: BoxTokenRecord, limit: number): Promise<void>;
  /** Returns the valid token with this hash. It ends with its sandbox, its API key and the secret that made it. */
  find(tokenHash: string, now: number): Promise<FoundBoxToken | undefined>;
  /** Returns whether the token with this id is still valid, by the rules of `find`. */
  isValid(id: string, now: number): Promise<boolean>;
  /** Returns the valid tokens of a sandbox, newest first. */
  list(sandboxId: string, now: number): Promise<ListedBoxToken[]>;
  delete(sandboxId: string, id: string): Promise<void>;
  deleteExpired(now: number): Promise<void>;
}

/** Columns that determine a token's end. */
const ENDS = [
  "boxTokens.expiresAt",
  "apiKeyHash",
  "apiKeys.expiresAt as keyExpiresAt",
  "keyHash",
  "oldKeyHash",
  "oldKeyUntil",
] as const;
type Ends = Pick<BoxTokenRecord, "expiresAt" | "apiKeyHash"> & {
  [Column in "keyExpiresAt" | "oldKeyUntil"]: number | null;
} & { [Column in "keyHash" | "oldKeyHash"]: string | null };

/** Adds the earliest of a token's own end, its API key's end and the end of that key's secret. */
function withEnd<Row extends Ends>({
  expiresAt,
  keyExpiresAt,
  apiKeyHash,
  keyHash,
  oldKeyHash,
  oldKeyUntil,
  ...row
}: Row) {
  const ofOldSecret = apiKeyHash === oldKeyHash ? (oldKeyUntil ?? 0) : 0;
  const ofSecret = apiKeyHash === null || apiKeyHash === keyHash ? Infinity : ofOldSecret;
  return { ...row, endsAt: Math.min(expiresAt, keyExpiresAt ?? Infinity, ofSecret) };
}

export function createBoxTokenStore(db: Database): BoxTokenStore {
  /**
   * Selects tokens with the columns of their end. The row of an ended sandbox stays for a day, but its tokens end at
   * once.
   */
  const select = () =>
    db
      .selectFrom("boxTokens")
      .innerJoin("sandboxes", "sandboxes.id", "boxTokens.sandboxId")
      .leftJoin("apiKeys", "apiKeys.id", "boxTokens.apiKeyId")
      .select(ENDS)
      .where("sandboxes.state", "!=", "ended");
  const selectByHash = prepareQuery(db, ({ tokenHash }: { tokenHash: string }) =>
    select()
      .select(["boxTokens.id", "sandboxId", "boxTokens.organizationId", "userId", "apiKeyId", "rights"])
      .select("apiKeys.createdBy as keyCreatedBy")
      .where("tokenHash", "=", tokenHash),
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
    find: async (tokenHash, now) => (await selectByHash({ tokenHash })).map(withEnd).find(({ endsAt }) => endsAt > now),
    async isValid(id, now) {
      const rows = await select().where("boxTokens.id", "=", id).execute();
      return rows.map(withEnd).some(({ endsAt }) => endsAt > now);
    },
    async list(sandboxId, now) {
      const rows = await select()
        .leftJoin("users", "users.id", "boxTokens.userId")
        .select(["boxTokens.id", "rights", "boxTokens.createdAt", "apiKeyId"])
        .select((eb) => eb.fn.coalesce("users.name", "apiKeys.name").as("actorName"))
        .where("sandboxId", "=", sandboxId)
        .where("boxTokens.expiresAt", ">", now)
        .orderBy("boxTokens.createdAt", "desc")
        .orderBy("boxTokens.id", "desc")
        .execute();
      return rows.map(withEnd).filter(({ endsAt }) => endsAt > now);
    },
    async delete(sandboxId, id) {
      await db.deleteFrom("boxTokens").where("id", "=", id).where("sandboxId", "=", sandboxId).execute();
    },
    async deleteExpired(now) {
      await db.deleteFrom("boxTokens").where("expiresAt", "<=", now).execute();
    },
  };
}
