import type { Database } from "../db/database.ts";
import { lockUser } from "../db/locks.ts";
import type { SecretBox } from "../secrets/secret-box.ts";

interface UserRecord {
  id: string;
  name: string;
  avatar: string | null;
  inviteCode: string | null;
}

export interface UserStore {
  find(id: string): Promise<UserRecord | undefined>;
  /**
   * Inserts a user, or finds the one who signed in with this identity before; avatar and e-mail address (if told) follow
   * the provider. Who had the credits of a first team with a deleted account of this identity is not given them again.
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
   * Deletes a user with the sessions, after `before`, which is part of the transaction; answers what that answered, and
   * who the user was to the identity provider. Undefined if there is no such user.
   */
  delete<Result>(
    id: string,
    before: (transaction: Database) => Promise<Result>,
  ): Promise<{ result: Result; provider: string; providerUserId: string } | undefined>;
}

const COLUMNS = ["id", "name", "avatar", "inviteCode"] as const;

export function createUserStore(db: Database, box: Pick<SecretBox, "fingerprint">): UserStore {
  /** Where it stands, in the settings, when somebody who is gone was given the credits; who that was cannot be read there. */
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
            // An address that is not told this time is still good.
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
