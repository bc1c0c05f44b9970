import { up } from "@terrarium/platform/db/migrations/0092-first-api-keys";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertTeam } from "@terrarium/platform/testing/test-users";
import type { Migration } from "kysely/migration";
import { expect, test } from "vitest";
import { createAuditStore } from "../audit/store.ts";

const migration: Migration = { up };

describeOnBothDatabases("the migration of teams that had an API key", (database) => {
  test("finds teams by current keys and by the audit log", async () => {
    const db = database();
    await db.schema.alterTable("organizations").dropColumn("firstApiKeyAt").execute();
    await insertTeam(db);
    const others = ["org_had", "org_refused", "org_never"].map((id) => ({ id, name: "", createdAt: 5 }));
    await db.insertInto("organizations").values(others).execute();
    const entry = { at: 6, actorKind: "user", actorId: "usr_1", ip: "", userAgent: null, requestId: "req_1" } as const;
    const made = { ...entry, action: "createAnApiKey", targets: "{}", targetNames: null };
    const audit = createAuditStore(db);
    await audit.insert({ ...made, id: "aud_1", organizationId: "org_had", outcome: "ok" });
    await audit.insert({ ...made, id: "aud_2", organizationId: "org_refused", outcome: "api_key_limit" });
    await migration.up(db);
    const teams = db.selectFrom("organizations").select(["id", "firstApiKeyAt"]).orderBy("id");
    expect(await teams.execute()).toEqual([
      { id: "org_1", firstApiKeyAt: 0 },
      { id: "org_had", firstApiKeyAt: 5 },
      { id: "org_never", firstApiKeyAt: null },
      { id: "org_refused", firstApiKeyAt: null },
    ]);
  });
});
