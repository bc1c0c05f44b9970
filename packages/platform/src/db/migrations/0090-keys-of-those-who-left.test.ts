import type { Migration } from "kysely/migration";
import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../../testing/both-databases.ts";
import { insertTeam } from "../../testing/test-users.ts";
import { up } from "./0090-keys-of-those-who-left.ts";

const migration: Migration = { up };

describeOnBothDatabases("the migration of API keys of those who left", (database) => {
  test("assigns former members' keys to the owner, and keeps others", async () => {
    const db = database();
    await insertTeam(db);
    const membership = { organizationId: "org_1", userId: "usr_1", role: "owner", createdAt: 0 } as const;
    await db.insertInto("memberships").values(membership).execute();
    const key = { organizationId: "org_1", name: "", keySealed: "", createdAt: 0, updatedAt: 0 };
    const made = { key_2: "usr_gone", key_3: "usr_1" };
    for (const [id, createdBy] of Object.entries(made))
      await db
        .insertInto("apiKeys")
        .values({ ...key, id, keyHash: id, createdBy })
        .execute();
    await migration.up(db);
    expect(await db.selectFrom("apiKeys").select(["id", "createdBy"]).orderBy("id").execute()).toEqual([
      { id: "key_1", createdBy: null },
      { id: "key_2", createdBy: "usr_1" },
      { id: "key_3", createdBy: "usr_1" },
    ]);
  });
});
