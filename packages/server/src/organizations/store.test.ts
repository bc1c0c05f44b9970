import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../db/both-databases.ts";
import type { Database } from "../db/database.ts";
import { createOrganizationStore } from "./store.ts";

async function openStore(database: Database, users = ["1"]) {
  const rows = users.map((id) => ({ id, providerUserId: id, name: id, avatar: null, inviteCode: null }));
  await database
    .insertInto("users")
    .values(rows.map((row) => ({ ...row, provider: "github", createdAt: 0, updatedAt: 0 })))
    .execute();
  return createOrganizationStore(database);
}

describeOnBothDatabases("the organization store", (database) => {
  test("two calls that both need a user's first team make one", async () => {
    const store = await openStore(database());
    const made = await Promise.all(
      ["org_a", "org_b", "org_c"].map((id) =>
        store.firstOrInsert({ id, name: "Ada's Team", ownerId: "1", createdAt: 0 }),
      ),
    );
    expect(new Set(made.map((organization) => organization.id)).size).toBe(1);
    expect(await store.list("1")).toEqual([made[0]]);
  });

  test("lists a user's own teams, oldest first, with the user's role", async () => {
    const store = await openStore(database(), ["1", "2"]);
    await store.insert({ id: "org_b", name: "First", ownerId: "1", createdAt: 1 });
    await store.insert({ id: "org_a", name: "Second", ownerId: "1", createdAt: 2 });
    await store.insert({ id: "org_c", name: "Foreign", ownerId: "2", createdAt: 0 });
    expect(await store.list("1")).toEqual([
      { id: "org_b", name: "First", role: "owner" },
      { id: "org_a", name: "Second", role: "owner" },
    ]);
    expect(await store.findRole("org_c", "1")).toBeUndefined();
    expect(await store.findRole("org_c", "2")).toBe("owner");
  });
});
