import type { Migration } from "kysely/migration";
import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../../testing/both-databases.ts";
import { insertTeam } from "../../testing/test-users.ts";
import { up } from "./0093-snapshots-of-those-who-left.ts";

const migration: Migration = { up };

describeOnBothDatabases("the migration of snapshots of those who left", (database) => {
  test("assigns former members' snapshots to the owner, and keeps others", async () => {
    const db = database();
    await insertTeam(db);
    const membership = { organizationId: "org_1", userId: "usr_1", role: "owner", createdAt: 0 } as const;
    await db.insertInto("memberships").values(membership).execute();
    const origin = { sandboxId: null, sandboxName: null, templateId: null, templateName: null };
    const snapshot = { ...origin, actorKind: null, actorId: null, sizeBytes: 1, isWhole: 1 as const, createdAt: 0 };
    const counted = { snp_1: "usr_gone", snp_2: "usr_1", snp_3: null };
    for (const [id, countsFor] of Object.entries(counted))
      await db
        .insertInto("snapshots")
        .values({ ...snapshot, id, name: id, organizationId: "org_1", countsFor })
        .execute();
    const deleted = { ...snapshot, id: "snp_4", name: "", organizationId: null, countsFor: "usr_gone" };
    await db.insertInto("snapshots").values(deleted).execute();
    await migration.up(db);
    expect(await db.selectFrom("snapshots").select(["id", "countsFor"]).orderBy("id").execute()).toEqual([
      { id: "snp_1", countsFor: "usr_1" },
      { id: "snp_2", countsFor: "usr_1" },
      { id: "snp_3", countsFor: null },
      { id: "snp_4", countsFor: "usr_gone" },
    ]);
  });
});
