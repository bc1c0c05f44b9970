import type { Migration } from "kysely/migration";
import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../../testing/both-databases.ts";
import { insertTeam } from "../../testing/test-users.ts";
import { up } from "./0041-api-key-makers.ts";

const migration: Migration = { up };

describeOnBothDatabases("the migration that notes who made API keys", (database) => {
  test("assigns existing keys to the team's owner, if any", async () => {
    const db = database();
    await insertTeam(db);
    await db.insertInto("organizations").values({ id: "org_none", name: "Nobody's", createdAt: 0 }).execute();
    await db
      .insertInto("memberships")
      .values({ organizationId: "org_1", userId: "usr_1", role: "owner", createdAt: 0 })
      .execute();
    const key = {
      organizationId: "org_none",
      name: "old",
      keyHash: "other",
      keySealed: "",
      createdAt: 0,
      updatedAt: 0,
    };
    await db
      .insertInto("apiKeys")
      .values({ id: "key_2", ...key })
      .execute();
    await db.schema.alterTable("apiKeys").dropColumn("createdBy").execute();
    await migration.up(db);
    expect(await db.selectFrom("apiKeys").select(["id", "createdBy"]).orderBy("id").execute()).toEqual([
      { id: "key_1", createdBy: "usr_1" },
      { id: "key_2", createdBy: null },
    ]);
  });
});
