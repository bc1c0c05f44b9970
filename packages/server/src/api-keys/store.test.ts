import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { expect, test } from "vitest";
import { createApiKeyStore } from "./store.ts";

const key = (id: string, organizationId: string, createdAt: number) => ({
  id,
  organizationId,
  createdAt,
  updatedAt: createdAt,
  name: id,
  keyHash: `hash of ${id}`,
  keySealed: "sealed",
  createdBy: "usr_1",
  scope: "drive" as const,
  expiresAt: null,
});

describeOnBothDatabases("the API key store", (database) => {
  test("lists, finds by hash and deletes a team's own keys", async () => {
    const organizations = ["org_1", "org_2"].map((id) => ({ id, name: id, createdAt: 0 }));
    await database().insertInto("organizations").values(organizations).execute();
    const store = createApiKeyStore(database());
    for (const row of [key("key_b", "org_1", 2), key("key_a", "org_1", 3), key("key_c", "org_2", 1)])
      expect(await store.insertWithin(2, row)).toBe("inserted");

    expect((await store.list("org_1")).map(({ id }) => id)).toEqual(["key_b", "key_a"]);
    expect(await store.findByHash("hash of key_c")).toEqual({
      id: "key_c",
      organizationId: "org_2",
      createdBy: "usr_1",
      keyHash: "hash of key_c",
      scope: "drive",
      expiresAt: null,
      lastUsedAt: null,
      oldKeyUntil: null,
    });
    expect(await store.findByHash("key_c")).toBeUndefined();
    expect(await store.delete("org_1", "key_c")).toBe(false);
    expect(await store.delete("org_2", "key_c")).toBe(true);
    expect(await store.findByHash("hash of key_c")).toBeUndefined();
    expect(await store.insertWithin(2, key("key_d", "org_none", 4))).toBe("no-organization");
  });

  test("concurrent creations stay within the team's limit", async () => {
    await database().insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
    const store = createApiKeyStore(database());
    const made = await Promise.all([1, 2, 3, 4].map((i) => store.insertWithin(2, key(`key_${i}`, "org_1", i))));
    expect(made.toSorted()).toEqual(["inserted", "inserted", "limit", "limit"]);
    expect(await store.list("org_1")).toHaveLength(2);
  });

  test("finds a key by current or old secret, records its use", async () => {
    await database().insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
    const store = createApiKeyStore(database());
    await store.insertWithin(2, key("key_1", "org_1", 1));
    const secret = { keyHash: "new", keySealed: "new sealed", oldKeyUntil: 50, updatedAt: 9 };
    expect(await store.replaceSecret("org_2", "key_1", secret)).toBeUndefined();
    expect(await store.replaceSecret("org_1", "key_1", secret)).toMatchObject({
      keySealed: "new sealed",
      oldKeyUntil: 50,
      createdAt: 1,
    });
    for (const hash of ["new", "hash of key_1"])
      expect(await store.findByHash(hash)).toMatchObject({ id: "key_1", keyHash: "new", oldKeyUntil: 50 });

    const lastUsedAt = async () => (await store.list("org_1")).map(({ lastUsedAt }) => lastUsedAt);
    await store.noteUse(["key_1", "key_gone"], 100, 40);
    expect(await lastUsedAt()).toEqual([100]);
    await store.noteUse(["key_1"], 110, 50);
    expect(await lastUsedAt()).toEqual([100]);
    await store.noteUse(["key_1"], 160, 100);
    expect(await lastUsedAt()).toEqual([160]);
  });
});
