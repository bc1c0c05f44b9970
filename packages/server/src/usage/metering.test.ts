import { costMicroDollars } from "@terrarium/contract/pricing";
import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSandboxStore } from "../sandboxes/store.ts";
import { newSandbox } from "../testing/test-sandbox.ts";
import { createUsageService } from "./service.ts";
import { createUsageStore } from "./store.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-10-24T00:00:00Z");
const caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const anyone = { requireMember: async () => {} };

let count = 0;

async function addTeam(database: Database): Promise<string> {
  const id = `org_${count++}`;
  await database.insertInto("organizations").values({ id, name: id, createdAt: 0 }).execute();
  return id;
}

interface Settings {
  startedAt?: number;
  lifetimeMs?: number;
  cpu?: number;
  memoryMb?: number;
}

/** Creates a starting sandbox, by default of 2 CPUs and 2 GB. */
async function begin(
  database: Database,
  organizationId: string,
  { startedAt = START, lifetimeMs = HOUR_MS, cpu = 2, memoryMb = 2048 }: Settings = {},
) {
  const id = `sbx_${count++}`;
  const expiresAt = startedAt + lifetimeMs;
  const times = { createdAt: startedAt - 5_000, startedAt, updatedAt: startedAt, expiresAt };
  const sandbox = newSandbox(id, { organizationId, cpu, memoryMb, ...times });
  await createSandboxStore(database).insertWithin(1_000, sandbox);
  return { id, startedAt, expiresAt };
}

/** Creates a sandbox that becomes ready. */
async function run(database: Database, organizationId: string, settings: Settings = {}): Promise<string> {
  const { id, ...times } = await begin(database, organizationId, settings);
  await createSandboxStore(database).markRunning(id, { address: { host: "127.0.0.1", port: 5555 }, ...times });
  return id;
}

const serviceAt = (database: Database, now: number) =>
  createUsageService({ store: createUsageStore(database), organizations: anyone }, () => now);

describeOnBothDatabases("metering", (database) => {
  test("an hour of 2 CPUs and 2 GB costs 5 cents", async () => {
    const organizationId = await addTeam(database());
    const id = await run(database(), organizationId);
    await createSandboxStore(database()).markEnded(id, "expiry", START + HOUR_MS);
    const usage = serviceAt(database(), START + 5 * HOUR_MS);
    const { totals } = await usage.get(caller, { organizationId, period: "monthly", timeZone: "UTC" });
    expect(totals).toEqual({ sandboxesStarted: 1, costMicroDollars: 50_000, vcpuHours: 2, ramHours: 2 });
  });

  test("returns the cost of each of a team's sandboxes so far", async () => {
    const [organizationId, otherTeam] = [await addTeam(database()), await addTeam(database())];
    const store = createSandboxStore(database());
    const running = await run(database(), organizationId);
    const ended = await run(database(), organizationId, { cpu: 1, memoryMb: 1024 });
    await store.markEnded(ended, "user", START + HOUR_MS / 2);
    const { id: starting } = await begin(database(), organizationId);
    const foreign = await run(database(), otherTeam);
    const usage = serviceAt(database(), START + HOUR_MS / 2);
    const costs = await usage.costsOf(caller, organizationId, [running, ended, starting, foreign, "sbx_none"]);
    expect(Object.fromEntries(costs.map(({ sandboxId, costMicroDollars }) => [sandboxId, costMicroDollars]))).toEqual({
      [running]: 25_000,
      [ended]: 12_500,
    });
    expect(await usage.costsOf(caller, organizationId, [])).toEqual([]);
  });

  test("counts running usage until now, within its lifetime", async () => {
    const organizationId = await addTeam(database());
    await run(database(), organizationId);
    const vcpuHoursAt = async (now: number) =>
      (await serviceAt(database(), now).get(caller, { organizationId, period: "weekly", timeZone: "UTC" })).totals
        .vcpuHours;
    expect(await vcpuHoursAt(START)).toBe(0);
    expect(await vcpuHoursAt(START + HOUR_MS / 2)).toBe(1);
    expect(await vcpuHoursAt(START + 9 * HOUR_MS)).toBe(2);
  });

  test("a sandbox over midnight counts on both days, its start once", async () => {
    const organizationId = await addTeam(database());
    const midnight = Date.parse("2026-10-25T00:00:00Z");
    await run(database(), organizationId, { startedAt: midnight - HOUR_MS / 4 });
    const usage = serviceAt(database(), midnight + 9 * HOUR_MS);
    const { buckets } = await usage.get(caller, { organizationId, period: "monthly", timeZone: "UTC" });
    const days = buckets.filter((bucket) => bucket.vcpuHours > 0);
    expect(days.map((day) => [day.label, day.vcpuHours, day.sandboxesStarted])).toEqual([
      ["2026-10-24", 0.5, 1],
      ["2026-10-25", 1.5, 0],
    ]);
  });

  test("a sandbox that never became ready costs nothing", async () => {
    const organizationId = await addTeam(database());
    const store = createSandboxStore(database());
    const { id } = await begin(database(), organizationId);
    await store.markEnded(id, "start_failed", START + HOUR_MS / 2);
    const usage = serviceAt(database(), START + HOUR_MS);
    const { totals } = await usage.get(caller, { organizationId, period: "monthly", timeZone: "UTC" });
    expect(totals).toEqual({ sandboxesStarted: 0, costMicroDollars: 0, vcpuHours: 0, ramHours: 0 });
  });

  test("usage remains after the sandbox is removed", async () => {
    const organizationId = await addTeam(database());
    const store = createSandboxStore(database());
    const id = await run(database(), organizationId);
    await store.markEnded(id, "user", START + HOUR_MS);
    await store.delete(id);
    expect(await store.find(id)).toBeUndefined();
    const usage = serviceAt(database(), START + 9 * HOUR_MS);
    const { totals } = await usage.get(caller, { organizationId, period: "monthly", timeZone: "UTC" });
    expect(totals.vcpuHours).toBe(2);
  });

  test("counts concurrent repeated ends once", async () => {
    const organizationId = await addTeam(database());
    const store = createSandboxStore(database());
    const id = await run(database(), organizationId);
    await Promise.all([
      store.markEnded(id, "user", START + HOUR_MS / 2),
      store.markEnded(id, "crash", START + HOUR_MS / 2),
    ]);
    await store.markEnded(id, "user", START + HOUR_MS);
    const usage = serviceAt(database(), START + 9 * HOUR_MS);
    const { totals } = await usage.get(caller, { organizationId, period: "monthly", timeZone: "UTC" });
    expect(totals).toMatchObject({ sandboxesStarted: 1, vcpuHours: 1 });
  });

  test("after a crash, charges only observed time", async () => {
    const organizationId = await addTeam(database());
    const store = createSandboxStore(database());
    const gone = await run(database(), organizationId);
    await run(database(), organizationId);
    await serviceAt(database(), START + HOUR_MS / 4).beat();
    // Server and device are killed. Half an hour later, the server finds one device gone and adopts the other.
    await store.markEnded(gone, "crash", START + (HOUR_MS * 3) / 4, { meteredUntil: "lastSeen" });
    const usage = serviceAt(database(), START + (HOUR_MS * 3) / 4);
    const { totals } = await usage.get(caller, { organizationId, period: "monthly", timeZone: "UTC" });
    expect(totals.vcpuHours).toBe(0.5 + 1.5);
  });

  test("hides the usage of other teams", async () => {
    const [mine, other] = [await addTeam(database()), await addTeam(database())];
    await run(database(), other);
    const usage = serviceAt(database(), START + HOUR_MS);
    const { totals } = await usage.get(caller, { organizationId: mine, period: "yearly", timeZone: "UTC" });
    expect(totals).toEqual({ sandboxesStarted: 0, costMicroDollars: 0, vcpuHours: 0, ramHours: 0 });
    expect(await usage.listOrganizations({ from: START, to: START + 1 })).toEqual([other]);
  });

  test("measures any usage exactly, and buckets add up", async () => {
    const store = createSandboxStore(database());
    const sandbox = fc.record({
      startedAt: fc.integer({ min: START - 40 * 24 * HOUR_MS, max: START + 40 * 24 * HOUR_MS }),
      runMs: fc.integer({ min: 0, max: 24 * HOUR_MS }),
      isRunning: fc.boolean(),
      cpu: fc.constantFrom(1, 2, 4, 8),
      memoryMb: fc.constantFrom(512, 1024, 3000, 8192),
    });
    const world = fc.record({
      sandboxes: fc.array(sandbox, { maxLength: 8 }),
      period: fc.constantFrom("weekly", "monthly", "yearly"),
      timeZone: fc.constantFrom("UTC", "Europe/Paris", "America/Havana", "Asia/Kathmandu"),
      now: fc.integer({ min: START, max: START + 60 * 24 * HOUR_MS }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ sandboxes, period, timeZone, now }) => {
        const organizationId = await addTeam(database());
        for (const { startedAt, runMs, isRunning, cpu, memoryMb } of sandboxes) {
          const id = await run(database(), organizationId, { startedAt, lifetimeMs: 24 * HOUR_MS, cpu, memoryMb });
          if (!isRunning) await store.markEnded(id, "user", startedAt + runMs);
        }
        const request = { organizationId, period, timeZone, at: new Date(START).toISOString() };
        const usage = await serviceAt(database(), now).get(caller, request);
        const [from, to] = [Date.parse(usage.from), Date.parse(usage.to)];
        let [vcpuMs, memoryMbMs, started] = [0n, 0n, 0];
        for (const { startedAt, runMs, isRunning, cpu, memoryMb } of sandboxes) {
          const end = isRunning ? Math.min(now, startedAt + 24 * HOUR_MS) : startedAt + runMs;
          const lengthMs = BigInt(Math.max(0, Math.min(end, to) - Math.max(startedAt, from)));
          vcpuMs += lengthMs * BigInt(cpu);
          memoryMbMs += lengthMs * BigInt(memoryMb);
          if (startedAt >= from && startedAt < to) started += 1;
        }
        expect(usage.totals).toEqual({
          sandboxesStarted: started,
          costMicroDollars: costMicroDollars({ vcpuMs, memoryMbMs }),
          vcpuHours: Number(vcpuMs) / HOUR_MS,
          ramHours: Number(memoryMbMs) / HOUR_MS / 1024,
        });
        const sum = (pick: (bucket: (typeof usage.buckets)[number]) => number) =>
          usage.buckets.reduce((total, bucket) => total + pick(bucket), 0);
        expect(sum((bucket) => bucket.costMicroDollars)).toBe(usage.totals.costMicroDollars);
        expect(sum((bucket) => bucket.sandboxesStarted)).toBe(started);
        expect(sum((bucket) => bucket.vcpuHours)).toBeCloseTo(usage.totals.vcpuHours, 6);
        expect(usage.buckets.every((bucket) => bucket.costMicroDollars >= 0)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});
