import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "@terrarium/device-control/adb/commands";
import { type Database, openDatabase } from "@terrarium/platform/db/database";
import { sqliteDialect } from "@terrarium/platform/db/sqlite";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { CreatedDevice } from "../provider.ts";
import { type ProviderUnderTest, TEST_MODEL, testProvider, testSpec } from "../testing/provider-suite.ts";
import { startTestAdbServer, startTestPhones, type TestAdbServer, type TestPhone } from "../testing/test-phones.ts";
import { type AdbProviderOptions, createAdbProvider } from "./adb-provider.ts";
import { createPhoneKeys, readOrCreatePhoneKey } from "./phone-keys.ts";
import { withPhone } from "./phone-reset.ts";
import { createPhoneStore, OFFLINE_FAILURES } from "./phone-store.ts";

const SECRET = "a secret that is long enough for tests";
const SILENT = pino({ level: "silent" });
const PACE = { checkMs: 150, lostAfterMs: 0, claimMs: 900 };
/** While an adb server restarts, its phones are silent but not lost, however long the restart takes. */
const RESTART_MS = 600_000;
const folder = temporaryFolder();
let count = 0;

/** Starts two phones, reached as given, and builds the options of a server on a database of its own. */
async function attach(via: "directly" | "through an adb server") {
  const file = path.join(folder, `${count++}.db`);
  const db = await openDatabase(sqliteDialect(file));
  const { phones, allow, remove } = await startTestPhones(2);
  for (const phone of phones)
    phone.allow((await readOrCreatePhoneKey(db, createSecretBox(SECRET), phone.route)).authorizedKey);
  let server: TestAdbServer | undefined;
  if (via === "through an adb server") {
    server = await startTestAdbServer();
    allow(server.authorizedKey);
    for (const phone of phones) await server.attach(phone);
  }
  const pace = { ...PACE };
  const options: Omit<AdbProviderOptions, "store" | "keys" | "log"> = {
    servers: server ? [{ host: "127.0.0.1", port: server.port }] : [],
    devices: server ? [] : phones.map(({ port }) => ({ host: "127.0.0.1", port })),
    named: [],
    reset: { command: undefined, reboots: false },
    pace,
  };
  return {
    db,
    file,
    phones,
    server,
    pace,
    options,
    keys: createPhoneKeys(db, createSecretBox(SECRET), SILENT),
    remove: async () => {
      await server?.stop();
      await remove();
      await db.destroy();
    },
  };
}

async function attachForSuite(via: Parameters<typeof attach>[0]): Promise<ProviderUnderTest> {
  const { db, file, phones, server, pace, options, keys, remove } = await attach(via);
  const store = createPhoneStore(db);
  const phoneOf = (route: string): TestPhone => {
    const phone = phones.find((each) => route === each.route || route.endsWith(`/${each.route}`));
    if (!phone) throw new Error(`no phone is at ${route}`);
    return phone;
  };
  const unplugged = new Set<TestPhone>();
  const untilAllAnswer = () =>
    expect.poll(async () => (await store.list()).filter(({ failures }) => failures > 0)).toEqual([]);
  /** Plugs unplugged phones in again before the next server starts. */
  async function bringBack(): Promise<void> {
    for (const phone of unplugged) {
      await phone.plugIn();
      await server?.attach(phone);
      unplugged.delete(phone);
    }
    await untilAllAnswer();
  }
  return {
    staysWithItsAddress: true,
    open() {
      const provider = createAdbProvider({ ...options, store, keys, log: SILENT });
      return {
        ...provider,
        async close() {
          await bringBack();
          await provider.close();
        },
      };
    },
    moduleSource: `
      const url = (file) => new URL(file, ${JSON.stringify(import.meta.url)}).href;
      const { createAdbProvider } = await import(url("adb-provider.ts"));
      const { createPhoneKeys } = await import(url("phone-keys.ts"));
      const { createPhoneStore } = await import(url("phone-store.ts"));
      const { createSecretBox } = await import(url("../../../platform/src/secrets/secret-box.ts"));
      const { openDatabase } = await import(url("../../../platform/src/db/database.ts"));
      const { sqliteDialect } = await import(url("../../../platform/src/db/sqlite.ts"));
      const db = await openDatabase(sqliteDialect(${JSON.stringify(file)}));
      const store = createPhoneStore(db);
      const log = { info() {}, warn: console.error, error: console.error };
      const keys = createPhoneKeys(db, createSecretBox(${JSON.stringify(SECRET)}), log);
      const provider = createAdbProvider({ ...${JSON.stringify(options)}, store, keys, log });
    `,
    async crash(sandboxId) {
      const phone = await store.ofSandbox(sandboxId);
      if (!phone) throw new Error(`${sandboxId} has no phone`);
      unplugged.add(phoneOf(phone.route));
      await phoneOf(phone.route).unplug();
    },
    leftovers: async () => (await store.list()).flatMap(({ sandboxId }) => sandboxId ?? []),
    async makeOthers() {
      // A phone of another server on the database; this server is not configured with it.
      const others = await startTestPhones(1);
      const route = others.phones[0]?.route ?? "";
      await db
        .insertInto("phones")
        .values({ ...ANOTHER, route })
        .execute();
      return async () => {
        const { state } = await rowOf(db, route);
        await others.remove();
        await db.deleteFrom("phones").where("route", "=", route).execute();
        return state === "free";
      };
    },
    ...(server && {
      async restartEngine() {
        pace.lostAfterMs = RESTART_MS;
        await server.restart();
        await untilAllAnswer();
        pace.lostAfterMs = PACE.lostAfterMs;
      },
    }),
    remove,
  };
}

const ANOTHER = {
  state: "free" as const,
  leasedAt: 0,
  checkedAt: 0,
  seenAt: 0,
  failures: 0,
  cleaningUntil: 0,
  cleaningFailures: 0,
};

const rowOf = (db: Database, route: string) =>
  db.selectFrom("phones").selectAll().where("route", "=", route).executeTakeFirstOrThrow();

for (const via of ["directly", "through an adb server"] as const)
  testProvider(`adb (${via})`, () => attachForSuite(via), { canStop: false, canMeasure: false, many: 2 });

describe("an attached phone", () => {
  let attached: Awaited<ReturnType<typeof attach>>;
  beforeAll(async () => void (attached = await attach("directly")));
  afterAll(() => attached?.remove());

  /** Opens a provider with other settings on the same phones. */
  function open(options: Partial<AdbProviderOptions> = {}) {
    const store = options.store ?? createPhoneStore(attached.db);
    const provider = createAdbProvider({ ...attached.options, keys: attached.keys, ...options, store, log: SILENT });
    onTestFinished(async () => {
      for (const { sandboxId } of await provider.list()) await provider.destroy(sandboxId);
      await provider.close();
    });
    const shell = async ({ address }: CreatedDevice, command: string) => {
      const target = { address, adbPrivateKeyPem: await attached.keys.privateKeyPemOf(address) };
      const { stdout } = await withPhone(target, ({ adb }) => runCommand(adb, command));
      return Buffer.from(stdout).toString();
    };
    return { provider, store, shell };
  }
  const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 45_000 });

  test("is cleaned of files, settings, size, logs and app data", async () => {
    const { provider, shell } = open({ devices: attached.options.devices.slice(0, 1) });
    const first = await provider.create(testSpec("sbx_first"));
    expect(first).toMatchObject({ screen: { widthPx: 360, heightPx: 640 } });
    await shell(first, "echo mine > /sdcard/mine.txt; echo mine > /data/local/tmp/.mine; log mine");
    await shell(first, "settings put system screen_brightness 7; settings put global mine 1; wm size 300x600");
    await shell(first, "content insert --uri content://com.android.contacts/raw_contacts --bind account_name:s:mine");
    await provider.destroy("sbx_first");
    const second = await provider.create(testSpec("sbx_second"));
    expect(second.address).toEqual(first.address);
    expect(second.screen).toEqual({ widthPx: 360, heightPx: 640 });
    expect(await shell(second, "ls -A /sdcard /data/local/tmp | grep mine; logcat -d | grep mine")).toBe("");
    expect(await shell(second, "ls -d /sdcard/Documents /sdcard/DCIM")).toBe("/sdcard/DCIM\n/sdcard/Documents\n");
    expect(await shell(second, "settings get system screen_brightness; settings get global mine")).not.toMatch(
      /^7$|^1$/m,
    );
    expect(await shell(second, "content query --uri content://com.android.contacts/raw_contacts")).not.toContain(
      "mine",
    );
  });

  test("keeps no process of its last user", async () => {
    const { provider, shell } = open({ devices: attached.options.devices.slice(0, 1) });
    const first = await provider.create(testSpec("sbx_first"));
    await shell(first, "setsid nohup sh -c 'while sleep 1; do screencap -p >/dev/null; done' >/dev/null 2>&1 &");
    expect(await shell(first, "ps -A -o ARGS")).toContain("while sleep 1");
    await provider.destroy("sbx_first");
    const second = await provider.create(testSpec("sbx_second"));
    expect(second.address).toEqual(first.address);
    expect(await shell(second, "ps -A -o ARGS")).not.toContain("while sleep 1");
  });

  test("is quarantined if cleaning fails, and retried after being unplugged", async () => {
    const { provider: first, store } = open();
    const { address } = await first.create(testSpec("sbx_dirty"));
    const { route = "" } = (await store.ofSandbox("sbx_dirty")) ?? {};
    await first.close();
    const { provider } = open({ devices: [address], reset: { command: "/bin/false", reboots: false } });
    await provider.destroy("sbx_dirty");
    const row = () => rowOf(attached.db, route);
    await waitFor(async () => expect(await row()).toMatchObject({ state: "quarantined", sandboxId: null }));
    expect((await row()).detail).toMatch(/^the reset command failed/);
    await provider.close();

    const phone = attached.phones.find((each) => each.route === route);
    const { provider: next } = open();
    expect(await next.missingFor?.({ ...TEST_MODEL, phones: [route] })).toEqual([
      "none of its 1 phones is free: 1 quarantined after failed cleaning",
    ]);
    await phone?.unplug();
    await waitFor(async () => expect((await row()).failures).toBeGreaterThanOrEqual(OFFLINE_FAILURES));
    await phone?.plugIn();
    await waitFor(async () => expect(await row()).toMatchObject({ state: "free", detail: null }));
  });

  test("is reset by the operator's command instead of being cleaned", async () => {
    const [address] = attached.options.devices;
    const [route = ""] = attached.phones.map((phone) => phone.route);
    const told = path.join(folder, "told.txt");
    const command = path.join(folder, "reset.sh");
    writeFileSync(command, `#!/bin/sh\necho "$@" > ${told}\n`, { mode: 0o755 });
    const { provider, shell } = open({ devices: address ? [address] : [], reset: { command, reboots: false } });
    const first = await provider.create(testSpec("sbx_first"));
    await shell(first, "echo mine > /data/local/tmp/mine.txt");
    await provider.destroy("sbx_first");
    const second = await provider.create(testSpec("sbx_second"));
    expect(readFileSync(told, "utf8")).toBe(`${route}\n`);
    // Only the command runs, so the file is still there.
    expect(await shell(second, "cat /data/local/tmp/mine.txt")).toBe("mine\n");
  });

  test("is cleaned by another server after a failed renewal", async () => {
    const { provider: first, store } = open();
    const { address } = await first.create(testSpec("sbx_dirty"));
    await first.close();
    const cannotSay = { ...store, keepCleaning: () => Promise.reject(new Error("the database is away")) };
    const [pids = "", told = "", go = ""] = ["pids.txt", "runs.txt", "go"].map((name) => path.join(folder, name));
    const command = path.join(folder, "slow-reset.sh");
    const script = `#!/bin/sh
      for pid in $(cat ${pids}); do kill -0 $pid && echo beside another >> ${told}; done
      echo $$ >> ${pids}
      echo begun >> ${told}
      while [ ! -e ${go} ]; do sleep 0.05; done`;
    writeFileSync(command, script, { mode: 0o755 });
    writeFileSync(pids, "");
    writeFileSync(told, "");
    const { provider } = open({
      devices: [address],
      reset: { command, reboots: false },
      pace: { ...PACE, claimMs: 3_000 },
      store: cannotSay,
    });
    await provider.destroy("sbx_dirty");
    await waitFor(async () => expect(readFileSync(told, "utf8").split("\n").length).toBeGreaterThan(2));
    writeFileSync(go, "");
    expect((await provider.create(testSpec("sbx_next"))).address).toEqual(address);
    expect(readFileSync(told, "utf8")).not.toContain("beside another");
  });

  test("restarts after cleaning if configured", async () => {
    const { provider, shell } = open({
      devices: attached.options.devices.slice(0, 1),
      reset: { command: undefined, reboots: true },
    });
    const first = await provider.create(testSpec("sbx_first"));
    const bootOf = async (device: CreatedDevice) => Number(await shell(device, "settings get global boot_count"));
    const before = await bootOf(first);
    await provider.destroy("sbx_first");
    const second = await provider.create(testSpec("sbx_second"));
    expect(await bootOf(second)).toBe(before + 1);
  });

  test("stays with its sandbox during a short absence", async () => {
    const { provider, store } = open({ pace: { ...PACE, lostAfterMs: 600_000 } });
    const exits: string[] = [];
    provider.onExit((sandboxId) => exits.push(sandboxId));
    const { address } = await provider.create(testSpec("sbx_restarts"));
    const { route = "" } = (await store.ofSandbox("sbx_restarts")) ?? {};
    const phone = attached.phones.find((each) => each.route === route);
    await phone?.unplug();
    await waitFor(async () => expect((await rowOf(attached.db, route)).failures).toBeGreaterThan(OFFLINE_FAILURES));
    expect(await provider.inspect("sbx_restarts")).toEqual({ state: "running", address });
    await phone?.plugIn();
    await waitFor(async () => expect((await rowOf(attached.db, route)).failures).toBe(0));
    expect(exits).toEqual([]);
  });

  test("is leased by one of two servers and by templates naming it", async () => {
    const [one, other] = [open(), open()];
    const taken = await Promise.all([one.provider.create(testSpec("sbx_a")), other.provider.create(testSpec("sbx_b"))]);
    expect(new Set(taken.map(({ address }) => address.port)).size).toBe(2);
    await expect(other.provider.create(testSpec("sbx_c"))).rejects.toThrow("none of its 2 phones is free: 2 in use");
    await one.provider.destroy("sbx_a");
    await one.provider.destroy("sbx_b");
    const [route = ""] = attached.phones.map((phone) => phone.route);
    const { provider } = open({ named: [route] });
    await provider.create({ ...testSpec("sbx_named"), phones: [route] });
    expect((await one.store.ofSandbox("sbx_named"))?.route).toBe(route);
    expect(await provider.missingFor?.({ ...TEST_MODEL, phones: [route] })).toEqual([
      "none of its 1 phones is free: 1 in use",
    ]);
    expect(await provider.missingFor?.({ ...TEST_MODEL, phones: ["nowhere"] })).toEqual([
      "none of its phones is attached",
    ]);
  });
});
