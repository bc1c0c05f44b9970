import type { Database } from "../db/database.ts";

/** For tests of stores: inserts users with their id as name. */
export async function insertUsers(database: Database, ids: readonly string[]): Promise<void> {
  const user = { provider: "github", avatar: null, inviteCode: null, email: null, createdAt: 0, updatedAt: 0 };
  await database
    .insertInto("users")
    .values(ids.map((id) => ({ ...user, id, providerUserId: id, name: id })))
    .execute();
}

/** For tests of stores: inserts the user usr_1, "Ada", and the team org_1 with the API key key_1, "ci". */
export async function insertTeam(database: Database): Promise<void> {
  const times = { createdAt: 0, updatedAt: 0 };
  const user = { provider: "github", providerUserId: "1", avatar: null, email: null, inviteCode: null };
  await database
    .insertInto("users")
    .values({ ...user, ...times, id: "usr_1", name: "Ada" })
    .execute();
  await database.insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
  const key = { id: "key_1", organizationId: "org_1", name: "ci", keyHash: "hash", keySealed: "sealed" };
  await database
    .insertInto("apiKeys")
    .values({ ...key, ...times })
    .execute();
}
