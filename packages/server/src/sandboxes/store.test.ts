import type { Database } from "@terrarium/platform/db/database";
import { createReplicaStore } from "@terrarium/platform/replicas/store";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { countTurns } from "@terrarium/platform/testing/count-turns";
import { expect, test } from "vitest";
import { insertEndedWithActions } from "../testing/ended-sandbox.ts";
import { newSandbox as sandbox } from "../testing/test-sandbox.ts";
import type { ListedKind } from "./list-store.ts";
import { createSandboxStore } from "./store.ts";

const ADDRESS = { host: "127.0.0.1", port: 5555 };

async function openStore(database: Database) {
  const organizations = ["org_1", "org_2"].map((id) => ({ id, name: id, createdAt: 0 }));
  await database.insertInto("organizations").values(organizations).execute();
  return createSandboxStore(database);
}

describeOnBothDatabases("the sandbox store", (database) => {
  test("a burst of creations stays exactly within the limit", async () => {
    const store = await openStore(database());
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => store.insertWithin(20, sandbox(`sbx_${i}`))),
    );
    expect(results.filter((outcome) => outcome === "inserted")).toHaveLength(20);
    expect((await store.page("org_1", "All", 0, 100)).counts.active).toBe(20);
  });

  test("ended sandboxes and other teams do not count", async () => {
    const store = await openStore(database());
    await store.insertWithin(1, sandbox("sbx_1"));
    expect(await store.insertWithin(1, sandbox("sbx_2", { organizationId: "org_2" }))).toBe("inserted");
    expect(await store.insertWithin(1, sandbox("sbx_3"))).toBe("limit");
    await store.markEnded("sbx_1", "user", 2_000);
    expect(await store.insertWithin(1, sandbox("sbx_3"))).toBe("inserted");
    const orphan = sandbox("sbx_4", { organizationId: "org_none" });
    expect(await store.insertWithin(1, orphan)).toBe("no-organization");
  });

  test("one person's burst over teams stays within the limit", async () => {
    const store = await openStore(database());
    const user = (id: string) => ({ id, provider: "github", providerUserId: id, name: id, createdAt: 0, updatedAt: 0 });
    await database()
      .insertInto("users")
      .values([user("usr_1"), user("usr_2")])
      .execute();
    const create = (id: string, organizationId: string, userId = "usr_1") =>
      store.insertWithin(20, sandbox(id, { organizationId }), { person: { userId, limit: 5 } });
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, i) => create(`sbx_${i}`, i % 2 === 0 ? "org_1" : "org_2")),
    );
    expect(results.filter((outcome) => outcome === "inserted")).toHaveLength(5);
    expect(results.filter((outcome) => outcome === "personal-limit")).toHaveLength(7);
    expect(await create("sbx_others", "org_1", "usr_2")).toBe("inserted");
    expect(await store.insertWithin(20, sandbox("sbx_nobodys"))).toBe("inserted");
    await store.markEnded(`sbx_${results.indexOf("inserted")}`, "user", 2_000);
    expect(await create("sbx_next", "org_2")).toBe("inserted");
    expect(await create("sbx_last", "org_2")).toBe("personal-limit");
  });

  test("a sandbox that just became ready is not abandoned", async () => {
    const store = await openStore(database());
    await store.insertWithin(20, sandbox("sbx_1"));
    await store.markRunning("sbx_1", { address: ADDRESS, startedAt: 2_000, expiresAt: 3_000 });
    expect(await store.deleteStarting("sbx_1")).toBe(false);
    expect(await store.find("sbx_1")).toMatchObject({ state: "running" });
  });

  test("starts are stranded without a server or after a timeout", async () => {
    const store = await openStore(database());
    const replicas = createReplicaStore(database());
    await replicas.see("replica_1", 0, 0);
    await store.insertWithin(9, sandbox("sbx_1", { updatedAt: 2_000 }));
    await store.insertWithin(9, sandbox("sbx_2", { updatedAt: 2_000, replicaId: "replica_2" }));
    await store.insertWithin(9, sandbox("sbx_3", { updatedAt: 1_000 }));
    const stranded = async () => (await store.listStranded(2_000)).map(({ id }) => id).toSorted();
    expect(await stranded()).toEqual(["sbx_2", "sbx_3"]);
    await replicas.delete("replica_1");
    expect(await stranded()).toEqual(["sbx_1", "sbx_2", "sbx_3"]);
    await database().updateTable("sandboxes").set({ replicaId: null }).execute();
    expect(await stranded()).toEqual(["sbx_3"]);
  });

  test("a sandbox starts, runs and ends once each", async () => {
    const store = await openStore(database());
    await store.insertWithin(1, sandbox("sbx_1"));
    expect(await store.find("sbx_1")).toMatchObject({
      state: "starting",
      metadata: { job: "a" },
      endedAt: null,
      endReason: null,
    });
    expect(await store.findDevice("sbx_1")).toBeUndefined();

    const started = { address: ADDRESS, startedAt: 3_000, expiresAt: 63_000 };
    expect(await store.markRunning("sbx_1", started)).toMatchObject({
      state: "running",
      startedAt: 3_000,
      expiresAt: 63_000,
    });
    expect(await store.markRunning("sbx_1", started)).toBeUndefined();
    expect(await store.findDevice("sbx_1")).toEqual({
      organizationId: "org_1",
      address: ADDRESS,
      adbKeySealed: "sealed",
    });
    expect(await store.countByState()).toEqual([{ provider: "embedded", state: "running", count: 1 }]);

    const ends = await Promise.all([
      store.markEnded("sbx_1", "user", 4_000),
      store.markEnded("sbx_1", "expiry", 4_000),
    ]);
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await store.markRunning("sbx_1", started)).toBeUndefined();
    expect(await store.findDevice("sbx_1")).toBeUndefined();
  });

  test("deletes the key when a sandbox ends", async () => {
    const store = await openStore(database());
    await store.insertWithin(1, sandbox("sbx_1"));
    await store.markEnded("sbx_1", "crash", 2_000);
    const row = await database()
      .selectFrom("sandboxes")
      .select(["adbKeySealed", "endReason", "endedAt"])
      .executeTakeFirst();
    expect(row).toEqual({ adbKeySealed: null, endReason: "crash", endedAt: 2_000 });
  });

  test("a page holds a team's sandboxes, newest first", async () => {
    const store = await openStore(database());
    for (let i = 1; i <= 5; i++) await store.insertWithin(20, sandbox(`sbx_${i}`, { createdAt: i }));
    await store.insertWithin(20, sandbox("sbx_other", { organizationId: "org_2" }));
    await store.markRunning("sbx_2", { address: ADDRESS, startedAt: 0, expiresAt: 1 });
    await store.markEnded("sbx_3", "user", 2_000);
    const idsOf = async (kind: ListedKind, offset: number) => {
      const { rows, counts } = await store.page("org_1", kind, offset, 3);
      expect(counts).toEqual({ active: 4, running: 1, ended: 1 });
      return rows.map((row) => row.id);
    };
    expect(await idsOf("All", 1)).toEqual(["sbx_4", "sbx_3", "sbx_2"]);
    expect(await idsOf("Active", 1)).toEqual(["sbx_4", "sbx_2", "sbx_1"]);
    expect(await idsOf("Ended", 0)).toEqual(["sbx_3"]);
  });

  test("finds expired and removes long-ended sandboxes", async () => {
    const store = await openStore(database());
    for (const [id, expiresAt] of Object.entries({ sbx_1: 10_000, sbx_2: 10_001 })) {
      await store.insertWithin(20, sandbox(id));
      await store.markRunning(id, { address: ADDRESS, startedAt: 0, expiresAt });
    }
    expect(await store.listExpired(10_000)).toEqual([{ id: "sbx_1", provider: "embedded" }]);
    const whenExpired = { onlyIf: { states: ["running"], expiredBy: 9_999 } } as const;
    expect(await store.markEnded("sbx_1", "expiry", 10_000, whenExpired)).toBeUndefined();
    await store.markEnded("sbx_1", "expiry", 10_000);
    expect(await store.listExpired(10_000)).toEqual([]);
    await store.deleteEndedBefore(10_000);
    expect(await store.find("sbx_1")).toBeDefined();
    await store.deleteEndedBefore(10_001);
    expect(await store.find("sbx_1")).toBeUndefined();
    expect((await store.listLive()).map((live) => live.id)).toEqual(["sbx_2"]);
  });

  test("removes old sandboxes with their actions in portions", async () => {
    const store = await openStore(database());
    for (let box = 0; box < 5; box += 1) await insertEndedWithActions(database(), `sbx_${box}`, "org_1");
    expect(await countTurns(() => store.deleteEndedBefore(1_001))).toBeGreaterThanOrEqual(10);
    for (const table of ["deviceActions", "sandboxes"] as const)
      expect(await database().selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test("reads sandboxes with any JSON or text as metadata", async () => {
    const store = await openStore(database());
    const odd = {
      sbx_1: ['{"a":1,"b":{"c":[true]},"d":null,"e":"x"}', { a: "1", b: '{"c":[true]}', d: "null", e: "x" }],
      sbx_2: ["null", {}],
      sbx_3: ['["x",1]', { value: '["x",1]' }],
      sbx_4: ['"text"', { value: "text" }],
      sbx_5: ["no JSON", {}],
      sbx_6: ["", {}],
      sbx_7: ['{"__proto__":"x"}', JSON.parse('{"__proto__":"x"}')],
    } as const;
    for (const [id, [text]] of Object.entries(odd)) {
      await store.insertWithin(20, sandbox(id));
      await database().updateTable("sandboxes").set({ metadata: text }).where("id", "=", id).execute();
    }
    const { rows } = await store.page("org_1", "Active", 0, 20);
    expect(rows.map(({ id, metadata }) => [id, metadata])).toEqual(
      Object.entries(odd)
        .map(([id, [, expected]]) => [id, expected])
        .toReversed(),
    );
  });

  test("renames a sandbox for its own team only", async () => {
    const store = await openStore(database());
    await store.insertWithin(20, sandbox("sbx_1", { name: "电话 📱" }));
    expect(await store.rename("org_2", "sbx_1", "stolen")).toBe(false);
    expect((await store.find("sbx_1"))?.name).toBe("电话 📱");
    expect(await store.rename("org_1", "sbx_1", null)).toBe(true);
    expect((await store.find("sbx_1"))?.name).toBeNull();
  });

  test("removes only ended sandboxes", async () => {
    const store = await openStore(database());
    await store.insertWithin(20, sandbox("sbx_1"));
    await store.delete("sbx_1");
    expect(await store.find("sbx_1")).toBeDefined();
  });

  test("a stopped sandbox keeps key and lifetime, unmetered", async () => {
    const store = await openStore(database());
    await store.insertWithin(1, sandbox("sbx_1"));
    expect(await store.markStopping("sbx_1", 3_000, 9_000, "replica_1")).toBeUndefined();
    await store.markRunning("sbx_1", { address: ADDRESS, startedAt: 2_000, expiresAt: 62_000 });
    expect(await store.markStopping("sbx_1", 12_000, 500_000, "replica_1")).toMatchObject({ state: "stopping" });
    expect(await store.findDevice("sbx_1")).toBeUndefined();
    expect(await store.markResuming("sbx_1", 12_500, "replica_1")).toBeUndefined();
    expect(await store.markStopped("sbx_1", 12_000, 13_000)).toMatchObject({ state: "stopped", expiresAt: 500_000 });
    expect(await store.insertWithin(1, sandbox("sbx_2"))).toBe("limit");
    expect((await store.listLive()).map(({ state }) => state)).toEqual(["stopped"]);
    expect(await store.prolong("sbx_1", 900_000)).toBeUndefined();
    expect(await store.prolongStopped("sbx_1", 40_000)).toBeUndefined();
    expect(await store.markResuming("sbx_1", 20_000, "replica_2")).toEqual({ remainingMs: 50_000 });
    const again = { address: ADDRESS, startedAt: 21_000, expiresAt: 71_000 };
    expect(await store.markRunning("sbx_1", again)).toMatchObject({ state: "running", expiresAt: 71_000 });
    expect(await store.findDevice("sbx_1")).toEqual({
      organizationId: "org_1",
      address: ADDRESS,
      adbKeySealed: "sealed",
    });
    expect(await store.prolong("sbx_1", 80_000)).toMatchObject({ expiresAt: 80_000 });
    expect(await store.prolong("sbx_1", 79_000)).toBeUndefined();
    await store.markEnded("sbx_1", "user", 31_000);
    const intervals = database().selectFrom("usageIntervals").select(["startedAt", "endedAt", "expiresAt"]);
    expect(await intervals.orderBy("startedAt").execute()).toEqual([
      { startedAt: 2_000, endedAt: 12_000, expiresAt: 62_000 },
      { startedAt: 21_000, endedAt: 31_000, expiresAt: 80_000 },
    ]);
  });

  test("a failed start leaves it stopped; stopped ones expire", async () => {
    const store = await openStore(database());
    await store.insertWithin(1, sandbox("sbx_1"));
    await store.markRunning("sbx_1", { address: ADDRESS, startedAt: 2_000, expiresAt: 62_000 });
    await store.markStopping("sbx_1", 12_000, 500_000, "replica_1");
    await store.markStopped("sbx_1", 12_000, 12_000);
    await store.markResuming("sbx_1", 13_000, "replica_1");
    expect(await store.markStopped("sbx_1", 12_000, 14_000)).toBeUndefined();
    expect(await store.markStopped("sbx_1", 13_000, 14_000)).toMatchObject({ state: "stopped" });
    expect(await store.listExpired(499_999)).toEqual([]);
    expect(await store.listExpired(500_000)).toMatchObject([{ id: "sbx_1" }]);
  });

  test("inserts one of concurrent requests with the same labels", async () => {
    const store = await openStore(database());
    const labels = { job: "a", 环境: "test" };
    const ask = (id: string) =>
      store.insertWithin(9, sandbox(id, { metadata: { ...labels, more: "1" } }), { reusedLabels: labels });
    const outcomes = await Promise.all(["sbx_1", "sbx_2", "sbx_3"].map(ask));
    expect(outcomes.filter((outcome) => outcome === "inserted")).toHaveLength(1);
    const [made] = await store.listLive();
    expect(outcomes.filter((outcome) => typeof outcome === "object")).toMatchObject([
      { reused: { id: made?.id } },
      { reused: { id: made?.id } },
    ]);
    expect(await store.findLabelled("org_1", { job: "a", other: "b" })).toBeUndefined();
    expect(await store.findLabelled("org_2", labels)).toBeUndefined();
    expect(await store.deleteStarting(made?.id ?? "")).toBe(true);
    expect(await store.findLabelled("org_1", labels)).toBeUndefined();
    expect(await store.count("org_1")).toEqual({ active: 0, running: 0, ended: 0 });
  });
});
