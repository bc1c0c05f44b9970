import { CREDITS_DOLLARS } from "@terrarium/contract/pricing";
import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertUsers } from "@terrarium/platform/testing/test-users";
import { expect, test } from "vitest";
import { createOrganizationStore } from "./store.ts";

async function openStore(database: Database, users = ["1"]) {
  await insertUsers(database, users);
  return createOrganizationStore(database);
}

describeOnBothDatabases("the organization store", (database) => {
  test("two concurrent calls create one first team", async () => {
    const store = await openStore(database());
    const made = await Promise.all(
      ["org_a", "org_b", "org_c"].map((id) =>
        store.firstOrInsert({ id, name: "Ada's Team", ownerId: "1", createdAt: 0 }),
      ),
    );
    expect(new Set(made.map((organization) => organization?.id)).size).toBe(1);
    expect(await store.list("1")).toEqual([made[0]]);
  });

  test("lists a user's teams with roles, oldest first", async () => {
    const store = await openStore(database(), ["1", "2"]);
    await store.insertWithin(9, { id: "org_b", name: "First", ownerId: "1", createdAt: 1 });
    await store.insertWithin(9, { id: "org_a", name: "Second", ownerId: "1", createdAt: 2 });
    await store.insertWithin(9, { id: "org_c", name: "Foreign", ownerId: "2", createdAt: 0 });
    expect(await store.list("1")).toEqual([
      { id: "org_b", name: "First", role: "owner" },
      { id: "org_a", name: "Second", role: "owner" },
    ]);
    expect(await store.findRole("org_c", "1")).toBeUndefined();
    expect(await store.findRole("org_c", "2")).toBe("owner");
  });

  test("credits go only to a user's first created team", async () => {
    const store = await openStore(database(), ["1", "2"]);
    const team = (id: string, ownerId: string) => ({ id, name: "", ownerId, createdAt: 7 });
    await Promise.all(["org_a", "org_b"].map((id) => store.insertWithin(9, team(id, "1"))));
    for (const { id } of await store.list("1")) await store.delete(id, "1", () => {});
    await store.insertWithin(9, team("org_c", "1"));
    await store.firstOrInsert(team("org_d", "2"));
    const teams = await database().selectFrom("organizations").select(["id", "creditsDollars"]).orderBy("id").execute();
    expect(teams).toEqual([
      { id: "org_c", creditsDollars: 0 },
      { id: "org_d", creditsDollars: CREDITS_DOLLARS },
    ]);
  });

  test("a burst of creations stays within the user's limit", async () => {
    const store = await openStore(database());
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        store.insertWithin(4, { id: `org_${i}`, name: "", ownerId: "1", createdAt: 0 }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "inserted")).toHaveLength(4);
    expect(await store.list("1")).toHaveLength(4);
  });

  test("a deleted user gets no team", async () => {
    const store = await openStore(database());
    const team = { id: "org_a", name: "", ownerId: "gone", createdAt: 0 };
    expect(await store.insertWithin(9, team)).toBe("no-user");
    expect(await store.firstOrInsert(team)).toBeUndefined();
  });

  test("the database itself rejects a second owner", async () => {
    const store = await openStore(database(), ["1", "2"]);
    await store.insertWithin(9, { id: "org_a", name: "", ownerId: "1", createdAt: 0 });
    const second = { organizationId: "org_a", userId: "2", role: "owner" as const, createdAt: 0 };
    await expect(database().insertInto("memberships").values(second).execute()).rejects.toThrow(/unique/i);
  });
});
