import type { Database } from "./db/database.ts";

/** For tests of stores: users whose name is their id. */
export async function insertUsers(database: Database, ids: readonly string[]): Promise<void> {
  const user = { provider: "github", avatar: null, inviteCode: null, email: null, createdAt: 0, updatedAt: 0 };
  await database
    .insertInto("users")
    .values(ids.map((id) => ({ ...user, id, providerUserId: id, name: id })))
    .execute();
}
