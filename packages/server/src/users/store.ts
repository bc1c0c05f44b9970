import type { Database } from "@terrarium/platform/db/database";
import { lockUser } from "@terrarium/platform/db/locks";
import type { SecretBox } from "@terrarium/platform/secrets/secret-box";

interface UserRecord {
  id: string;
  name: string;
  avatar: string | null;
  inviteCode: string | null;
}

export interface UserStore {
  find(id: string): Promise<UserRecord | undefined>;
  /**
   * Inserts a user, or finds the one with this identity. Avatar and e-mail address (if returned) follow the provider.
   * An identity that got the credits of a first team with a deleted account does not get them again.
   */
  upsert(user: {
    id: string;
    provider: string;
    providerUserId: string;
    name: string;
    avatar: string | null;
    email: string | null;
    now: number;
  }): Promise<UserRecord>;
  /** Undefined if there is no such user. */
  rename(id: string, name: string, now: number): Promise<UserRecord | undefined>;
  /**
   * Deletes a user with the sessions, after `before`, which runs in the transaction. Returns its result, and the user's
   * identity at the provider. Returns undefined if there is no such user.
   */
  delete<Result>(
    id: string,
    before: (transaction: Database) => Promise<Result>,
  ): Promise<{ result: Result; provider: string; providerUserId: string } | undefined>;
}

const COLUMNS = ["id", "name", "avatar", "inviteCode"] as const;

export function createUserStore(db: Database, box: Pick<SecretBox, "fingerprint">): UserStore {
  /** Returns the settings key that records the credits of a deleted identity. The key does not reveal the identity. */
  const creditsKey = ({ provider, providerUserId }: { provider: string; providerUserId: string }) =>
    `credits-given ${box.fingerprint(`${provider} ${providerUserId}`)}`;

  return {
    find: (id) => db.selectFrom("users").select(COLUMNS).where("id", "=", id).executeTakeFirst(),
    upsert: ({ now, ...user }) =>
      db
        .insertInto("users")
        .values((eb) => ({
          ...user,
          inviteCode: null,
          creditsGivenAt: eb
            .selectFrom("settings")
            .select((setting) => setting.cast<number>("value", "bigint").as("givenAt"))
            .where("key", "=", creditsKey(user)),
          createdAt: now,
          updatedAt: now,
        }))
        .onConflict((conflict) =>
          conflict.columns(["provider", "providerUserId"]).doUpdateSet({
            avatar: user.avatar,
            updatedAt: now,
            // An address missing in this response is still valid.
            ...(user.email === null ? {} : { email: user.email }),
          }),
        )
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
    rename: (id, name, now) =>
      db.updateTable("users").set({ name, updatedAt: now }).where("id", "=", id).returning(COLUMNS).executeTakeFirst(),
    delete: (id, before) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockUser(transaction, id))) return undefined;
        const result = await before(transaction);
        const { creditsGivenAt, ...deleted } = await transaction
          .deleteFrom("users")
          .where("id", "=", id)
          .returning(["provider", "providerUserId", "creditsGivenAt"])
          .executeTakeFirstOrThrow();
        if (creditsGivenAt !== null)
          await transaction
            .insertInto("settings")
            .values({ key: creditsKey(deleted), value: String(creditsGivenAt) })
            .onConflict((conflict) => conflict.column("key").doNothing())
            .execute();
        return { result, ...deleted };
      }),
  };
}
