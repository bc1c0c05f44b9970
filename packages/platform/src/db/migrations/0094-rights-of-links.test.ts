import type { Migration } from "kysely/migration";
import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../../testing/both-databases.ts";
import { newSandboxRow } from "../../testing/sandbox-row.ts";
import { insertTeam } from "../../testing/test-users.ts";
import { up } from "./0094-rights-of-links.ts";

const migration: Migration = { up };

describeOnBothDatabases("the migration of the rights of links", (database) => {
  test("narrows links for using a device to input", async () => {
    const db = database();
    await insertTeam(db);
    const sandbox = { ...newSandboxRow("sbx_1", 1), state: "running" as const };
    await db.insertInto("sandboxes").values(sandbox).execute();
    const maker = { userId: null, apiKeyId: null, apiKeyHash: null };
    const row = { ...maker, sandboxId: "sbx_1", organizationId: "org_1", createdAt: 0, expiresAt: 1 };
    const before = { bxt_1: "drive", bxt_2: "view", bxt_3: "view files" };
    for (const [id, rights] of Object.entries(before))
      await db
        .insertInto("boxTokens")
        .values({ ...row, id, rights, tokenHash: id })
        .execute();
    await migration.up(db);
    expect(await db.selectFrom("boxTokens").select(["id", "rights"]).orderBy("id").execute()).toEqual([
      { id: "bxt_1", rights: "view input" },
      { id: "bxt_2", rights: "view" },
      { id: "bxt_3", rights: "view files" },
    ]);
  });
});
