import { USAGE_BREAKDOWN } from "@terrarium/contract/limits";
import type { UsageDimension } from "@terrarium/contract/usage";
import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertUsers } from "@terrarium/platform/testing/test-users";
import { expect, test } from "vitest";
import { createSandboxStore, type NewSandbox } from "../sandboxes/store.ts";
import { newSandbox } from "../testing/test-sandbox.ts";
import { createUsageService } from "./service.ts";
import { createUsageStore } from "./store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2026-10-10T00:00:00Z");
const ORG = "org_1";
const caller = { kind: "session", userId: "ada", sessionId: "ses_1" } as const;
const organizations = { requireMember: async () => {} };

const serviceAt = (database: Database, now: number) =>
  createUsageService({ store: createUsageStore(database), organizations }, () => now);
const request = { organizationId: ORG, period: "monthly", timeZone: "UTC" } as const;

async function addTeam(database: Database): Promise<void> {
  await insertUsers(database, ["ada", "bob"]);
  await database.insertInto("organizations").values({ id: ORG, name: ORG, createdAt: 0 }).execute();
  const key = { organizationId: ORG, keyHash: "hash", keySealed: "", createdAt: 0, updatedAt: 0 };
  await database
    .insertInto("apiKeys")
    .values({ ...key, id: "key_1", name: "ci", createdBy: "bob" })
    .execute();
}

let made = 0;

/** Runs a sandbox of 2 CPUs and 2 GB, which costs 5 cents an hour. */
async function run(database: Database, hours: number, sandbox: Partial<NewSandbox> = {}, startedAt = START) {
  const id = `sbx_${made++}`;
  const store = createSandboxStore(database);
  const expiresAt = startedAt + DAY_MS;
  await store.insertWithin(1_000, newSandbox(id, { organizationId: ORG, metadata: {}, ...sandbox }));
  await store.markRunning(id, { address: { host: "127.0.0.1", port: 5555 }, startedAt, expiresAt });
  await store.markEnded(id, "user", startedAt + hours * HOUR_MS);
}

describeOnBothDatabases("the usage breakdown", (database) => {
  test("groups usage by template, API key, member and label", async () => {
    await addTeam(database());
    await run(database(), 4, { creatorId: "ada", metadata: { env: "prod", run: "1" } });
    await run(database(), 2, { creatorId: "bob", creatorKeyId: "key_1", metadata: { env: "test" } });
    await run(database(), 1, { creatorId: "gone", creatorKeyId: "key_gone", templateId: "tpl_x", templateName: "X" });
    const usage = serviceAt(database(), START + DAY_MS);
    const { name } = await database()
      .selectFrom("users")
      .select("name")
      .where("id", "=", "bob")
      .executeTakeFirstOrThrow();
    const groupsBy = async (by: UsageDimension, label = "") => {
      const { groups, others, labels } = await usage.breakDown(caller, { ...request, by, label });
      expect({ others, labels }).toEqual({ others: null, labels: ["env", "run"] });
      return groups.map(({ id, name: called, isRecorded, costMicroDollars }) => [
        id,
        called,
        isRecorded,
        costMicroDollars / 50_000,
      ]);
    };
    expect(await groupsBy("template")).toEqual([
      ["tpl_phone", "Phone", true, 6],
      ["tpl_x", "X", true, 1],
    ]);
    expect(await groupsBy("apiKey")).toEqual([
      [null, null, true, 4],
      ["key_1", "ci", true, 2],
      ["key_gone", null, true, 1],
    ]);
    expect(await groupsBy("member")).toEqual([
      ["ada", expect.any(String), true, 4],
      ["bob", name, true, 2],
      ["gone", null, true, 1],
    ]);
    expect(await groupsBy("label", "env")).toEqual([
      ["prod", null, true, 4],
      ["test", null, true, 2],
      [null, null, true, 1],
    ]);
  });

  test("usage without a recorded origin is a group of its own", async () => {
    await addTeam(database());
    await run(database(), 1);
    await run(database(), 2);
    await database()
      .updateTable("usageIntervals")
      .set({ templateId: null, templateName: null })
      .where("endedAt", "=", START + HOUR_MS)
      .execute();
    const usage = serviceAt(database(), START + DAY_MS);
    const { groups } = await usage.breakDown(caller, { ...request, by: "apiKey", label: "" });
    expect(groups.map(({ id, isRecorded, vcpuHours }) => [id, isRecorded, vcpuHours])).toEqual([
      [null, true, 4],
      [null, false, 2],
    ]);
  });

  test("adds up the groups beyond the limit", async () => {
    await addTeam(database());
    const count = USAGE_BREAKDOWN.groups + 2;
    for (let index = 0; index < count; index += 1) await run(database(), 1, { metadata: { run: String(index) } });
    const usage = serviceAt(database(), START + DAY_MS);
    const { groups, others } = await usage.breakDown(caller, { ...request, by: "label", label: "run" });
    expect(groups).toHaveLength(USAGE_BREAKDOWN.groups);
    expect(others).toEqual({ sandboxesStarted: 2, costMicroDollars: 100_000, vcpuHours: 4, ramHours: 4 });
  });

  test("a restarted sandbox keeps its labels", async () => {
    await addTeam(database());
    const store = createSandboxStore(database());
    await store.insertWithin(9, newSandbox("sbx_again", { organizationId: ORG, metadata: { env: "prod" } }));
    const address = { host: "127.0.0.1", port: 5555 };
    await store.markRunning("sbx_again", { address, startedAt: START, expiresAt: START + DAY_MS });
    await store.markStopping("sbx_again", START + HOUR_MS, START + DAY_MS, "replica_1");
    const stopping = await store.find("sbx_again");
    await store.markStopped("sbx_again", stopping?.updatedAt ?? 0, START + HOUR_MS);
    await store.markResuming("sbx_again", START + 2 * HOUR_MS, "replica_1");
    const startedAt = START + 2 * HOUR_MS;
    await store.markRunning("sbx_again", { address, startedAt, expiresAt: START + DAY_MS });
    const usage = serviceAt(database(), START + 3 * HOUR_MS);
    const { groups } = await usage.breakDown(caller, { ...request, by: "label", label: "env" });
    expect(groups).toMatchObject([{ id: "prod", vcpuHours: 4, sandboxesStarted: 2 }]);
  });

  test("forecasts the current period from the last seven days", async () => {
    await addTeam(database());
    const forecastAt = async (now: number, at?: string) =>
      (await serviceAt(database(), now).get(caller, { ...request, at })).forecastMicroDollars;
    expect(await forecastAt(START + DAY_MS)).toBe(0);
    // $1.20 a day.
    const runDays = async (from: number, to: number) => {
      for (let day = from; day < to; day += 1) await run(database(), 24, {}, START + day * DAY_MS);
    };
    await runDays(0, 2);
    expect(await forecastAt(START + 2 * DAY_MS)).toBe(2 * 1_200_000 + 20 * 1_200_000);
    await runDays(2, 10);
    expect(await forecastAt(START + 10 * DAY_MS)).toBe(10 * 1_200_000 + 12 * 1_200_000);
    // No usage for the last six of seven days.
    expect(await forecastAt(START + 16 * DAY_MS)).toBe(Math.round(10 * 1_200_000 + (1_200_000 / 7) * 6));
    expect(await forecastAt(START + 10 * DAY_MS, "2026-09-15T00:00:00Z")).toBeNull();
  });
});
