import { up } from "@terrarium/platform/db/migrations/0017-sandbox-numbers";
import type { Schema } from "@terrarium/platform/db/schema";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { expect, test } from "vitest";
import { createSandboxStore } from "../sandboxes/store.ts";

const migration: Migration = { up };
type OldSchema = { sandboxes: Omit<Schema["sandboxes"], "number"> };
const TEAM_SIZES = { org_1: 1_100, org_2: 3, org_none: 0 };

describeOnBothDatabases("the migration that numbers sandboxes", (database) => {
  test("keeps the creation order and counts existing sandboxes", async () => {
    const db = database();
    await db.schema.dropTable("sandboxBlocks").execute();
    await db.schema.dropIndex("sandboxesByNumber").execute();
    await db.schema.dropIndex("sandboxesActive").execute();
    await db.schema.alterTable("sandboxes").dropColumn("number").execute();
    await db.schema
      .createIndex("sandboxesByTeam")
      .on("sandboxes")
      .columns(["organizationId", "createdAt", "id"])
      .execute();
    // From here on the tables are as before the migration.
    const old = db as unknown as Kysely<OldSchema>;
    for (const [organizationId, size] of Object.entries(TEAM_SIZES)) {
      await db.insertInto("organizations").values({ id: organizationId, name: "Team", createdAt: 0 }).execute();
      const rows = Array.from({ length: size }, (_, i) => ({
        // Pairs have the same age, so the id decides.
        id: `sbx_${organizationId}_${String(i).padStart(5, "0")}`,
        organizationId,
        templateId: "tpl_phone",
        templateName: "Phone",
        cpu: 2,
        memoryMb: 2048,
        widthPx: 720,
        heightPx: 1280,
        metadata: "{}",
        state: "ended" as const,
        createdAt: Math.floor(i / 2),
        startedAt: 0,
        updatedAt: 0,
        expiresAt: 1,
        endedAt: 1,
      }));
      // Inserted in reverse order.
      for (let start = 0; start < size; start += 500) {
        const some = rows.toReversed().slice(start, start + 500);
        await old.insertInto("sandboxes").values(some).execute();
      }
    }

    await migration.up(db);

    const store = createSandboxStore(db);
    for (const [organizationId, size] of Object.entries(TEAM_SIZES)) {
      const name = (i: number) => `sbx_${organizationId}_${String(i).padStart(5, "0")}`;
      for (const offset of [0, 1, 500, 1_000, 1_099]) {
        const { rows, counts } = await store.page(organizationId, "All", offset, 10);
        const expected = Array.from({ length: Math.max(0, Math.min(10, size - offset)) }, (_, i) =>
          name(size - 1 - offset - i),
        );
        expect({ ids: rows.map(({ id }) => id), ended: counts.ended }).toEqual({ ids: expected, ended: size });
      }
    }
  });
});
