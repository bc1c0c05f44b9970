import path from "node:path";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AppError } from "../base/app-error.ts";
import type { Caller, SessionCaller } from "../base/caller.ts";
import { createNoPeers } from "../base/peers.ts";
import { openDatabase, type Database } from "../db/database.ts";
import { sqliteDialect } from "../db/sqlite.ts";
import { generateAdbKey } from "../devices/adb-key.ts";
import { createDeviceProviders } from "../providers/device-providers.ts";
import type { CreatedDevice, DeviceProvider, DeviceState, StoppedDeviceSpec } from "../providers/provider.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import type { TemplateService } from "../templates/service.ts";
import { temporaryFolder } from "../testing/both-databases.ts";
import { createSandboxService, type SandboxService } from "./service.ts";
import { createSandboxStore } from "./store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const folder = temporaryFolder();
const adbKey = await generateAdbKey();
let count = 0;

/** Devices that exist in memory; what happens to them is up to the test. */
function createMemoryProvider(shared = false) {
  const running = new Map<string, StoppedDeviceSpec>();
  const stopped = new Set<string>();
  const listeners: Array<(sandboxId: string, detail: string) => void> = [];
  let beforeReady: (spec: StoppedDeviceSpec) => Promise<void> = async () => {};
  let isStuck = false;
  let own: Partial<CreatedDevice> = {};
  const provider: DeviceProvider = {
    name: "memory",
    shared,
    stops: {
      async stop(id) {
        if (isStuck) throw new Error("no file descriptors left");
        if (running.delete(id)) stopped.add(id);
      },
      async start(spec) {
        await beforeReady(spec);
        if (!stopped.delete(spec.sandboxId)) throw new Error("what it stored is gone");
        running.set(spec.sandboxId, spec);
        return { address: { host: "127.0.0.1", port: 5557 } };
      },
    },
    requireRoom: async () => {
      if (hasNoRoom) throw new AppError("no_space");
    },
    async create(spec) {
      await beforeReady(spec);
      running.set(spec.sandboxId, spec);
      const { widthPx, heightPx } = spec;
      return { address: { host: "127.0.0.1", port: 5555 }, screen: { widthPx, heightPx }, ...own };
    },
    inspect: async (id): Promise<DeviceState> =>
      running.has(id)
        ? { state: "running", address: { host: "127.0.0.1", port: 5556 } }
        : { state: "gone", detail: "killed" },
    async destroy(id) {
      if (isStuck) throw new Error("no file descriptors left");
      running.delete(id);
      stopped.delete(id);
    },
    list: async () => [...running.keys(), ...stopped].map((sandboxId) => ({ sandboxId, startedAt: 0 })),
    onExit: (listener) => void listeners.push(listener),
    close: async () => {},
  };
  return {
    provider,
    running,
    stopped,
    /** Makes devices wait for this before they are ready. */
    whileStarting: (task: typeof beforeReady) => void (beforeReady = task),
    /** What devices have, whatever they are to have. */
    setOwn: (properties: typeof own) => void (own = properties),
    /** While stuck, devices cannot be removed. */
    setStuck: (now: boolean) => void (isStuck = now),
    crash(id: string) {
      running.delete(id);
      for (const listener of listeners) listener(id, "out of memory");
    },
  };
}

const PHONE = { name: "Phone", cpu: 2, memoryMb: 2048, widthPx: 720, heightPx: 1280, densityDpi: 320 };
const TEMPLATE = { id: "tpl_phone", provider: "memory", model: PHONE, warm: 0 };
const caller: SessionCaller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };

/** One team with one member. */
const organizations = {
  requireMember: async (who: Caller, organizationId: string) => {
    if (who !== caller || organizationId !== "org_1") throw new AppError("organization_not_found", { organizationId });
  },
  defaultFor: async () => "org_1",
};

let database: Database;
let devices: ReturnType<typeof createMemoryProvider>;
let sandboxes: SandboxService;
let closedSessions: string[];
let kept: [string, number | undefined][];
let plan: "hobby" | "pro";
let isBudgetReached: boolean;
let template: Awaited<ReturnType<TemplateService["get"]>>;
let hasNoRoom: boolean;
const time = { now: 0 };

/** The service over the same database and devices: as after a restart. */
function openService(store = createSandboxStore(database)): SandboxService {
  return createSandboxService(
    {
      store,
      organizations,
      templates: { get: async () => template, ofProvider: async () => [] },
      providers: createDeviceProviders([devices.provider]),
      keepsakes: { keep: async (id, target) => void kept.push([id, target?.address.port]) },
      devices: { end: async (id, detail) => void closedSessions.push(`${id}: ${detail}`) },
      adbKeys: { take: async () => adbKey },
      box: createSecretBox("a secret that is long enough for this"),
      deviceStorageMb: 512,
      plans: { planOf: async () => plan },
      budgets: {
        requireWithinBudget: async () => {
          if (isBudgetReached) throw new AppError("budget_exceeded");
        },
      },
      peers: createNoPeers(),
      replica: { id: "replica_1", beSeen: async () => undefined },
      log: pino({ level: "silent" }),
      metrics: new Registry(),
    },
    () => time.now,
  );
}

const create = (lifetimeMs = 5 * MINUTE_MS) => sandboxes.create(caller, { lifetimeMs, metadata: {} });
const stateOf = async (id: string) => {
  const { state, endReason } = await sandboxes.get(caller, id);
  return { state, endReason };
};

beforeEach(async () => {
  time.now = 1_763_717_667_000;
  closedSessions = [];
  kept = [];
  plan = "hobby";
  isBudgetReached = false;
  template = TEMPLATE;
  hasNoRoom = false;
  devices = createMemoryProvider();
  database = await openDatabase(sqliteDialect(path.join(folder, `${count++}.db`)));
  await database.insertInto("organizations").values({ id: "org_1", name: "Ada's Team", createdAt: 0 }).execute();
  sandboxes = openService();
});
afterEach(() => database.destroy());

test("a sandbox's device is reached with the key that it was made with", async () => {
  const { id } = await create();
  expect(devices.running.get(id)).toHaveProperty("authorizedKey", adbKey.authorizedKey);
  expect(await sandboxes.requireDevice(caller, id)).toEqual({
    sandboxId: id,
    address: { host: "127.0.0.1", port: 5555 },
    adbPrivateKeyPem: adbKey.privateKeyPem,
    envs: {},
    workingDir: "/data/local/tmp",
  });
  const rows = await database.selectFrom("sandboxes").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("PRIVATE KEY");
});

test("it ends when its lifetime, counted from when it was ready, is over", async () => {
  devices.whileStarting(async () => void (time.now += 3_000));
  const { id, expiresAt } = await create(5 * MINUTE_MS);
  expect(expiresAt).toBe(time.now + 5 * MINUTE_MS);
  time.now = expiresAt - 1;
  await sandboxes.expire();
  expect(await stateOf(id)).toEqual({ state: "running", endReason: null });
  time.now = expiresAt;
  await sandboxes.expire();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "expiry" });
  expect(devices.running.size).toBe(0);
  expect(closedSessions).toEqual([`${id}: its lifetime is over`]);
  await expect(sandboxes.requireDevice(caller, id)).rejects.toMatchObject({
    code: "sandbox_not_running",
    message: expect.stringContaining("its lifetime is over"),
  });
});

test("what is kept of a sandbox is taken while its device is there, before anybody is told of its end", async () => {
  const [deleted, crashed] = [await create(), await create()];
  await sandboxes.terminate(caller, deleted.id);
  devices.crash(crashed.id);
  await expect
    .poll(() => kept)
    .toEqual([
      [deleted.id, 5555],
      [crashed.id, undefined],
    ]);
  await sandboxes.terminate(caller, deleted.id);
  expect(kept).toHaveLength(2);
});

test("an ended sandbox stays listed for a day", async () => {
  const { id } = await create();
  await sandboxes.terminate(caller, id);
  time.now += DAY_MS;
  await sandboxes.forget();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "user" });
  time.now += 1;
  await sandboxes.forget();
  await expect(sandboxes.get(caller, id)).rejects.toMatchObject({ code: "sandbox_not_found" });
});

test("a device that ends by itself ends its sandbox", async () => {
  const { id } = await create();
  devices.crash(id);
  await expect.poll(() => stateOf(id)).toEqual({ state: "ended", endReason: "crash" });
});

test("a device that cannot start is told, and its sandbox is kept as failed", async () => {
  devices.whileStarting(() => Promise.reject(new Error("no screen")));
  await expect(create()).rejects.toMatchObject({
    code: "device_start_failed",
    message: expect.stringContaining("no screen"),
  });
  const { rows } = await sandboxes.list(caller, { organizationId: "org_1", page: 1, pageSize: 10, status: "Failed" });
  expect(rows).toMatchObject([{ state: "ended", endReason: "start_failed" }]);
});

test("a sandbox that is deleted while it starts does not come to life", async () => {
  devices.whileStarting(async ({ sandboxId }) => sandboxes.terminate(caller, sandboxId));
  await expect(create()).rejects.toMatchObject({ code: "sandbox_not_running" });
  expect(devices.running.size).toBe(0);
});

test("after a restart running devices are adopted, and their lifetime still ends", async () => {
  const { id, expiresAt } = await create();
  sandboxes = openService();
  await sandboxes.reconcile();
  expect(await sandboxes.requireDevice(caller, id)).toMatchObject({
    address: { port: 5556 },
    adbPrivateKeyPem: adbKey.privateKeyPem,
  });
  time.now = expiresAt;
  await sandboxes.expire();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "expiry" });
});

test("what the database did not record is made up for: no sandbox goes on starting or running for ever", async () => {
  const broken: { method: string | undefined } = { method: undefined };
  const store = createSandboxStore(database);
  const failing = new Proxy(store, {
    get: (target, name: keyof typeof store) =>
      name === broken.method ? () => Promise.reject(new Error("the database is away")) : target[name],
  });
  sandboxes = openService(failing);
  const lasting = await create();
  broken.method = "markRunning";
  await expect(create()).rejects.toMatchObject({ code: "device_start_failed" });
  const rows = () => database.selectFrom("sandboxes").select(["state", "endReason"]).orderBy("number").execute();
  expect((await rows())[1]).toEqual({ state: "ended", endReason: "start_failed" });

  broken.method = "markEnded";
  await expect(sandboxes.terminate(caller, lasting.id)).rejects.toThrow("the database is away");
  // The device is gone all the same: on a full disk that is what makes room.
  expect([...devices.running]).toEqual([]);
  await expect(sandboxes.makeUp()).rejects.toThrow("the database is away");
  expect((await rows())[0]).toEqual({ state: "running", endReason: null });
  broken.method = undefined;
  await sandboxes.makeUp();
  expect((await rows())[0]).toEqual({ state: "ended", endReason: "user" });
});

test("an end that cannot be recorded keeps neither the start nor the shutdown of the server from finishing", async () => {
  const [gone, running] = [await create(), await create()];
  devices.running.delete(gone.id);
  const store = createSandboxStore(database);
  sandboxes = openService({ ...store, markEnded: () => Promise.reject(new Error("the disk is full")) });
  await sandboxes.reconcile();
  expect(await stateOf(running.id)).toEqual({ state: "running", endReason: null });
  await sandboxes.shutdown();
  expect([...devices.running]).toEqual([]);
});

test("a device that could not be removed is removed later", async () => {
  const { id } = await create();
  devices.setStuck(true);
  await sandboxes.terminate(caller, id);
  expect([...devices.running.keys()]).toEqual([id]);
  devices.setStuck(false);
  await sandboxes.makeUp();
  expect([...devices.running.keys()]).toEqual([]);
});

test("without room for a device nothing is made, neither at the door nor when the room goes meanwhile", async () => {
  hasNoRoom = true;
  await expect(create()).rejects.toMatchObject({ code: "no_space", status: 507 });
  const rows = () => database.selectFrom("sandboxes").select("endReason").execute();
  expect(await rows()).toEqual([]);
  hasNoRoom = false;
  devices.whileStarting(() => Promise.reject(new AppError("no_space")));
  await expect(create()).rejects.toMatchObject({ code: "no_space" });
  expect(await rows()).toEqual([{ endReason: "start_failed" }]);
});

test("what the database recorded without being able to say so is made up for too: no device and no starting sandbox is left", async () => {
  const unheard: { method: string | undefined } = { method: undefined };
  const store = createSandboxStore(database);
  const mute = new Proxy(store, {
    get(target, name: keyof typeof store) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      if (name !== unheard.method) return method;
      return (...args: unknown[]) => method(...args).then(() => Promise.reject(new Error("the connection was lost")));
    },
  });
  sandboxes = openService(mute);
  const ended = await create();
  unheard.method = "markEnded";
  await expect(sandboxes.terminate(caller, ended.id)).rejects.toThrow("the connection was lost");
  unheard.method = "insertWithin";
  await expect(create()).rejects.toThrow("the connection was lost");
  unheard.method = undefined;
  await sandboxes.makeUp();
  expect([...devices.running]).toEqual([]);
  const rows = await database.selectFrom("sandboxes").select("endReason").orderBy("number").execute();
  expect(rows).toEqual([{ endReason: "user" }, { endReason: "start_failed" }]);
});

test("after a restart sandboxes without a device have crashed, those that were starting have failed, and devices without a sandbox are removed", async () => {
  const crashed = await create();
  devices.running.delete(crashed.id);
  devices.running.set("sbx_orphan", { ...({} as StoppedDeviceSpec), sandboxId: "sbx_orphan" });
  let startingId = "";
  // Never ready: the server is killed first.
  devices.whileStarting(({ sandboxId }) => {
    startingId = sandboxId;
    devices.running.set(sandboxId, {} as StoppedDeviceSpec);
    return new Promise(() => {});
  });
  void create();
  await expect.poll(() => startingId).not.toBe("");

  sandboxes = openService();
  await sandboxes.reconcile();
  expect(await stateOf(crashed.id)).toEqual({ state: "ended", endReason: "crash" });
  expect(await stateOf(startingId)).toEqual({ state: "ended", endReason: "start_failed" });
  expect(devices.running.size).toBe(0);
});

test("a shutdown ends everything, and nothing can be made any more", async () => {
  const { id } = await create();
  let release = () => {};
  devices.whileStarting(() => new Promise<void>((resolve) => (release = resolve)));
  const outcome = create().catch((error: unknown) => error);
  await expect
    .poll(() => database.selectFrom("sandboxes").select("id").where("state", "=", "starting").execute())
    .toHaveLength(1);

  await sandboxes.shutdown();
  release();
  expect(await outcome).toMatchObject({ code: "sandbox_not_running" });
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "shutdown" });
  await expect(create()).rejects.toMatchObject({ code: "shutting_down" });
  expect(devices.running.size).toBe(0);
});

test("a shutdown leaves the devices of a shared provider, but for those that it starts", async () => {
  devices = createMemoryProvider(true);
  sandboxes = openService();
  const { id } = await create();
  const started = Promise.withResolvers<void>();
  let release = () => {};
  devices.whileStarting(() => {
    started.resolve();
    return new Promise<void>((resolve) => (release = resolve));
  });
  const outcome = create().catch((error: unknown) => error);
  await started.promise;
  await sandboxes.shutdown();
  release();
  expect(await outcome).toMatchObject({ code: "sandbox_not_running" });
  expect([...devices.running.keys()]).toEqual([id]);

  sandboxes = openService();
  await sandboxes.reconcile();
  expect(await sandboxes.requireDevice(caller, id)).toMatchObject({ sandboxId: id });
});

test("a sandbox has the screen that its device has, and the key if that keeps its own", async () => {
  devices.setOwn({ screen: { widthPx: 1080, heightPx: 2400 }, adbPrivateKeyPem: "the phone's own" });
  const { id } = await create();
  expect(await sandboxes.get(caller, id)).toMatchObject({ widthPx: 1080, heightPx: 2400 });
  expect(await sandboxes.requireDevice(caller, id)).toMatchObject({ adbPrivateKeyPem: "the phone's own" });
});

test("while the provider's engine is away a sandbox is refused in words, and nothing is recorded as running", async () => {
  const away = new AppError("provider_unavailable", { provider: "memory", detail: "its engine does not answer" });
  devices.whileStarting(() => Promise.reject(away));
  await expect(create()).rejects.toMatchObject({ code: "provider_unavailable", status: 503 });
  const rows = await database.selectFrom("sandboxes").select(["state", "endReason", "provider"]).execute();
  expect(rows).toEqual([{ state: "ended", endReason: "start_failed", provider: "memory" }]);
});

test("a foreign sandbox looks as if it did not exist", async () => {
  const { id } = await create();
  const stranger: SessionCaller = { kind: "session", userId: "usr_other", sessionId: "ses_2" };
  const program = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_other", scope: "manage" } as const;
  for (const foreign of [stranger, program]) {
    await expect(sandboxes.requireDevice(foreign, id)).rejects.toMatchObject({ code: "sandbox_not_found" });
    await expect(sandboxes.get(foreign, id)).rejects.toMatchObject({ code: "sandbox_not_found" });
    await expect(sandboxes.terminate(foreign, id)).rejects.toMatchObject({ code: "sandbox_not_found" });
  }
  expect(await stateOf(id)).toEqual({ state: "running", endReason: null });
});

test("a template of one team looks to all others as if it did not exist", async () => {
  template = { ...TEMPLATE, organizationId: "org_2" };
  await expect(create()).rejects.toMatchObject({ code: "template_not_found" });
  expect(devices.running.size).toBe(0);
  template = { ...TEMPLATE, organizationId: "org_1" };
  expect(await create()).toMatchObject({ state: "running" });
});

test("the plan of the team decides how long and how many", async () => {
  await expect(create(61 * MINUTE_MS)).rejects.toMatchObject({ code: "invalid_request" });
  for (let i = 0; i < 20; i++) await create();
  await expect(create()).rejects.toMatchObject({
    code: "sandbox_limit",
    message: expect.stringContaining("Sandbox number limit"),
  });
  plan = "pro";
  await create(24 * 60 * MINUTE_MS);
  await expect(create(24 * 60 * MINUTE_MS + 1)).rejects.toMatchObject({ code: "invalid_request" });
});

test("a team whose budget is used up gets no new sandbox, and keeps those it has", async () => {
  const { id } = await create();
  isBudgetReached = true;
  await expect(create()).rejects.toMatchObject({ code: "budget_exceeded" });
  expect(await stateOf(id)).toEqual({ state: "running", endReason: null });
  expect(devices.running.size).toBe(1);
});

test("a device that was found gone at the start is metered up to when it was last seen", async () => {
  const [gone, adopted] = [await create(), await create()];
  const startedAt = time.now;
  await database
    .updateTable("usageIntervals")
    .set({ seenAt: startedAt + 1_000 })
    .execute();
  devices.running.delete(gone.id);
  time.now += 60_000;
  sandboxes = openService();
  await sandboxes.reconcile();
  const intervals = await database.selectFrom("usageIntervals").select(["sandboxId", "endedAt"]).execute();
  expect(Object.fromEntries(intervals.map((it) => [it.sandboxId, it.endedAt]))).toEqual({
    [gone.id]: startedAt + 1_000,
    [adopted.id]: null,
  });
});

test("a stopped sandbox frees its device, keeps the rest of its life, and runs again under the same id", async () => {
  const { id } = await create(5 * MINUTE_MS);
  time.now += MINUTE_MS;
  expect(await sandboxes.stop(caller, id, true)).toMatchObject({ state: "stopped" });
  expect([devices.running.has(id), devices.stopped.has(id)]).toEqual([false, true]);
  expect(closedSessions).toEqual([`${id}: it was stopped`]);
  expect(kept).toEqual([[id, 5555]]);
  await expect(sandboxes.requireDevice(caller, id)).rejects.toThrow("it was stopped");
  expect(await sandboxes.stop(caller, id, true)).toMatchObject({ state: "stopped" });
  time.now += 10 * MINUTE_MS;
  await sandboxes.expire();
  const started = await sandboxes.start(caller, id, true);
  expect(started).toMatchObject({ id, state: "running", startedAt: time.now, expiresAt: time.now + 4 * MINUTE_MS });
  expect(await sandboxes.requireDevice(caller, id)).toMatchObject({ address: { port: 5557 } });
  expect(await sandboxes.start(caller, id, true)).toMatchObject({ state: "running" });
  await sandboxes.terminate(caller, id);
  await expect(sandboxes.start(caller, id, true)).rejects.toMatchObject({ code: "sandbox_not_running" });
});

test("a stopped sandbox counts, is kept for a day on the free plan, and then ends with what it stored", async () => {
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  expect(await sandboxes.quotaOf(caller, "org_1")).toMatchObject({ count: 1 });
  time.now += DAY_MS - 1;
  await sandboxes.expire();
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
  time.now += 1;
  await sandboxes.expire();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "expiry" });
  expect(devices.stopped.size).toBe(0);
});

test("a start that fails leaves the sandbox stopped, with all that it has", async () => {
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  devices.whileStarting(() => Promise.reject(new Error("no memory")));
  await expect(sandboxes.start(caller, id, true)).rejects.toMatchObject({ code: "device_start_failed" });
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
  devices.whileStarting(async () => {});
  expect(await sandboxes.start(caller, id, true)).toMatchObject({ state: "running" });
});

test("a device that cannot be stopped is tried again; meanwhile nobody uses it, nor pays for it", async () => {
  const { id } = await create();
  devices.setStuck(true);
  await expect(sandboxes.stop(caller, id, true)).rejects.toThrow("no file descriptors");
  expect(await stateOf(id)).toMatchObject({ state: "stopping" });
  await expect(sandboxes.start(caller, id, true)).rejects.toMatchObject({ code: "sandbox_not_running" });
  devices.setStuck(false);
  await sandboxes.makeUp();
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
});

test("a server that is killed while it stops or starts a device loses nothing", async () => {
  const [first, second] = [await create(), await create()];
  await sandboxes.stop(caller, first.id, true);
  devices.whileStarting(() => new Promise(() => {}));
  void sandboxes.start(caller, first.id, true);
  devices.setStuck(true);
  await sandboxes.stop(caller, second.id, true).catch(() => undefined);
  await expect.poll(async () => (await stateOf(first.id)).state).toBe("resuming");
  devices.setStuck(false);

  sandboxes = openService();
  await sandboxes.reconcile();
  expect(await stateOf(first.id)).toMatchObject({ state: "stopped" });
  expect(await stateOf(second.id)).toMatchObject({ state: "stopped" });
  devices.whileStarting(async () => {});
  for (const { id } of [first, second])
    expect(await sandboxes.start(caller, id, true)).toMatchObject({ state: "running" });
});

test("what is stopped outlives a server that ends in order, and its end tells nobody of a crash", async () => {
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  devices.crash(id);
  await sandboxes.shutdown();
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
});

test("a server that ends in order leaves no device behind that it was starting again", async () => {
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  devices.whileStarting(() => new Promise(() => {}));
  void sandboxes.start(caller, id, true);
  await expect.poll(async () => (await stateOf(id)).state).toBe("resuming");
  await sandboxes.shutdown();
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
});

test("use keeps a sandbox for at least its keepAlive, with few writes, and never longer than the plan lets it run", async () => {
  const keepAliveMs = 5 * MINUTE_MS;
  const request = { lifetimeMs: keepAliveMs, keepAliveMs, metadata: {} };
  const { id, startedAt } = await sandboxes.create(caller, request);
  const expiryOf = async () => (await sandboxes.get(caller, id)).expiresAt - time.now;
  time.now += 3 * MINUTE_MS;
  await sandboxes.requireDevice(caller, id, "look");
  expect(await expiryOf()).toBe(2 * MINUTE_MS);
  await sandboxes.requireDevice(caller, id);
  expect(await expiryOf()).toBe(keepAliveMs + 10_000);
  time.now += 10_000;
  await sandboxes.requireDevice(caller, id);
  expect(await expiryOf()).toBe(keepAliveMs);
  const release = sandboxes.holdOpen(id);
  time.now += MINUTE_MS;
  await sandboxes.useHeld();
  expect(await expiryOf()).toBe(keepAliveMs + 10_000);
  release();
  time.now += MINUTE_MS;
  await sandboxes.useHeld();
  expect(await expiryOf()).toBe(keepAliveMs + 10_000 - MINUTE_MS);
  while (time.now < startedAt + 58 * MINUTE_MS) {
    time.now += 3 * MINUTE_MS;
    await sandboxes.requireDevice(caller, id);
  }
  expect((await sandboxes.get(caller, id)).expiresAt).toBe(startedAt + 60 * MINUTE_MS);
});

test("extending counts from now, never shortens, and ends where the plan does", async () => {
  const { id } = await create(5 * MINUTE_MS);
  time.now += MINUTE_MS;
  expect(await sandboxes.extend(caller, id, 10 * MINUTE_MS)).toMatchObject({ expiresAt: time.now + 10 * MINUTE_MS });
  expect(await sandboxes.extend(caller, id, MINUTE_MS)).toMatchObject({ expiresAt: time.now + 10 * MINUTE_MS });
  await expect(sandboxes.extend(caller, id, 60 * MINUTE_MS)).rejects.toThrow("at most 3540s are left of the 60m");
  await expect(sandboxes.extend(caller, id, 61 * MINUTE_MS)).rejects.toThrow("to 60m on your plan");
  plan = "pro";
  await sandboxes.extend(caller, id, 60 * MINUTE_MS);
  await sandboxes.stop(caller, id, true);
  await sandboxes.extend(caller, id, 2 * 60 * MINUTE_MS);
  const started = await sandboxes.start(caller, id, true);
  expect(started.expiresAt).toBe(time.now + 2 * 60 * MINUTE_MS);
});

test("who does not wait is answered at once; who waits too long finds nothing left, and is not charged", async () => {
  let ready = () => {};
  devices.whileStarting(() => new Promise((resolve) => (ready = resolve)));
  const pending = await sandboxes.create(caller, { lifetimeMs: MINUTE_MS, metadata: {}, wait: false });
  expect(pending.state).toBe("starting");
  ready();
  await expect.poll(async () => (await stateOf(pending.id)).state).toBe("running");

  const late = sandboxes.create(caller, { id: "sbx_late", lifetimeMs: MINUTE_MS, metadata: {}, timeoutMs: 20 });
  await expect(late).rejects.toMatchObject({ code: "start_timeout", status: 408 });
  await expect(sandboxes.get(caller, "sbx_late")).rejects.toMatchObject({ code: "sandbox_not_found" });
  ready();
  await expect.poll(() => [...devices.running.keys()]).toEqual([pending.id]);
  expect(await sandboxes.quotaOf(caller, "org_1")).toMatchObject({ count: 1 });
  expect(await database.selectFrom("usageIntervals").select("sandboxId").execute()).toHaveLength(1);
});

test("reuse answers the sandbox with the labels, also while that starts, and else makes one", async () => {
  const ask = () =>
    sandboxes.create(caller, { lifetimeMs: MINUTE_MS, metadata: { a: "1", b: "2" }, reusedLabels: { a: "1" } });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(second.id).toBe(first.id);
  expect((await ask()).id).toBe(first.id);
  await sandboxes.terminate(caller, first.id);
  expect((await ask()).id).not.toBe(first.id);
});
