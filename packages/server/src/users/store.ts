import type { Database } from "../db/database.ts";

interface UserRecord {
  id: string;
  name: string;
  avatar: string | null;
  inviteCode: string | null;
}

export interface UserStore {
  find(id: string): Promise<UserRecord | undefined>;
  /** Inserts a user, or finds the one who signed in with this identity before; the avatar follows the provider. */
  upsert(user: {
    id: string;
    provider: string;
    providerUserId: string;
    name: string;
    avatar: string | null;
    now: number;
  }): Promise<UserRecord>;
}

const COLUMNS = ["id", "name", "avatar", "inviteCode"] as const;

export function createUserStore(db: Database): UserStore {
  return {
    find: (id) => db.selectFrom("users").select(COLUMNS).where("id", "=", id).executeTakeFirst(),
    upsert: ({ now, ...user }) =>
      db
        .insertInto("users")
        .values({ ...user, inviteCode: null, createdAt: now, updatedAt: now })
        .onConflict((conflict) =>
          conflict.columns(["provider", "providerUserId"]).doUpdateSet({ avatar: user.avatar, updatedAt: now }),
        )
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
  };
}
