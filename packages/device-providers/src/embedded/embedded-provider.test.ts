import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { HANGS } from "../liveness.ts";
import type { DeviceProvider, DeviceSpec } from "../provider.ts";
import { TEST_MODEL, testProvider } from "../testing/provider-suite.ts";
import { openControlGroups } from "./control-groups.ts";
import { createEmbeddedProvider } from "./embedded-provider.ts";

const program = fileURLToPath(new URL("../testing/fake-device.mjs", import.meta.url));
const sizes = { program, storageMb: 64, memoryMb: 256 };
const settings = { ...sizes, log: pino({ level: "silent" }) };
const base = temporaryFolder();
let count = 0;
const providers: DeviceProvider[] = [];

/** Opens a provider with a new folder, or with an existing one as after a server restart. */
function open(root = path.join(base, String(count++)), readyTimeoutMs?: number) {
  const provider = createEmbeddedProvider({ ...settings, root, ...(readyTimeoutMs ? { readyTimeoutMs } : {}) });
  providers.push(provider);
  return { root, provider, exit: nextExit(provider) };
}

const nextExit = (provider: DeviceProvider) =>
  new Promise<{ sandboxId: string; detail: string; words: string | undefined }>((resolve) => {
    provider.onExit((sandboxId, detail, words) => resolve({ sandboxId, detail, words }));
  });

const spec = (sandboxId: string, name = "Phone"): DeviceSpec => ({
  sandboxId,
  name,
  cpu: 2,
  memoryMb: 2048,
  widthPx: 720,
  heightPx: 1280,
  densityDpi: 320,
  authorizedKey: "QUFBQQ== terrarium",
  adbPrivateKeyPem: "",
});

const idsOf = async (provider: DeviceProvider) => (await provider.list()).map(({ sandboxId }) => sandboxId);

async function ask({ host, port }: DeviceAddress, message: string): Promise<string> {
  const socket = connect(port, host);
  await once(socket, "connect");
  socket.write(message);
  return text(socket);
}

const pidOf = (root: string, sandboxId: string): number =>
  JSON.parse(readFileSync(path.join(root, sandboxId, "device.json"), "utf8")).pid;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

afterEach(async () => {
  for (const provider of providers.splice(0)) {
    for (const sandboxId of await idsOf(provider)) await provider.destroy(sandboxId);
  }
});

testProvider(
  "embedded",
  async () => {
    // The folder is not shared: each provider removes unfinished devices at its start.
    const root = path.join(base, String(count++));
    const source = `
    const log = { debug() {}, warn: console.error, error: console.error };
    const { createEmbeddedProvider } = await import(${JSON.stringify(new URL("embedded-provider.ts", import.meta.url).href)});
    const provider = createEmbeddedProvider({ ...${JSON.stringify({ root, ...sizes })}, log });
  `;
    return {
      open: () => createEmbeddedProvider({ ...settings, root }),
      moduleSource: source,
      crash: async (sandboxId) => void process.kill(pidOf(root, sandboxId), "SIGKILL"),
      async leaveOn(sandboxId) {
        const file = path.join(root, sandboxId, "data", "kept");
        writeFileSync(file, "kept");
        return async () => existsSync(file);
      },
      leftovers: async () => readdirSync(root).filter((name) => name !== "backup"),
      async makeOthers() {
        mkdirSync(path.join(root, "backup"));
        return async () => existsSync(path.join(root, "backup"));
      },
      remove: async () => {},
    };
  },
  { many: 6 },
);

test("creates a device from its template that answers ADB", async () => {
  const { root, provider } = open();
  const { address } = await provider.create(spec("sbx_1"));
  const settings = JSON.parse(await ask(address, "settings"));
  expect(settings).toMatchObject({
    width: "720",
    height: "1280",
    density: "320",
    name: "Phone",
    data: path.join(root, "sbx_1", "data"),
    "storage-mb": "64",
  });
  expect(readFileSync(settings["authorized-keys"], "utf8")).toBe("QUFBQQ== terrarium\n");
  expect(await provider.inspect("sbx_1")).toEqual({ state: "running", address });
  expect(await idsOf(provider)).toEqual(["sbx_1"]);
});

test("limits a device to the allowed egress", async () => {
  const settingsOf = async (provider: DeviceProvider) =>
    JSON.parse(await ask((await provider.create(spec("sbx_1"))).address, "settings"));
  expect(await settingsOf(open().provider)).toMatchObject({ egress: "off" });
  const root = path.join(base, String(count++));
  const provider = createEmbeddedProvider({ ...settings, root, egress: "public" });
  providers.push(provider);
  expect(await settingsOf(provider)).toMatchObject({ egress: "public" });
});

test("kills a device that ignores termination", async () => {
  const { provider } = open();
  const { address } = await provider.create(spec("sbx_1", "Stubborn"));
  await provider.destroy("sbx_1");
  await expect(ask(address, "settings")).rejects.toThrow("ECONNREFUSED");
});

test("logs the failure of an exit listener", async () => {
  const failed = Promise.withResolvers<object>();
  const log = { error: (told: object) => failed.resolve(told), warn: () => {}, debug: () => {} };
  const provider = createEmbeddedProvider({ ...settings, log, root: path.join(base, String(count++)) });
  providers.push(provider);
  provider.onExit(() => {
    throw new Error("no ears");
  });
  await ask((await provider.create(spec("sbx_1"))).address, "crash");
  expect(await failed.promise).toMatchObject({ sandboxId: "sbx_1", err: { message: "no ears" } });
});

test.each([0, 1])("confirms a device only once its record is complete, with %d in standby", async (size) => {
  const root = path.join(base, String(count++));
  const provider = createEmbeddedProvider({ ...settings, root, warm: [{ model: TEST_MODEL, size }] });
  providers.push(provider);
  await expect.poll(() => globSync(path.join(root, ".standby-*", "standby.pid"))).toHaveLength(size);
  const { address } = await provider.create(spec("sbx_1"));
  const confirmed = path.join(root, "sbx_1", "confirmed.json");
  await expect.poll(() => existsSync(confirmed)).toBe(true);
  await expect.poll(() => readFileSync(confirmed, "utf8")).toContain(`"port":${address.port}`);
});

test("reports the last output of a device after failed starts", async () => {
  const { root, provider } = open();
  await expect(provider.create(spec("sbx_1", "Broken"))).rejects.toThrow("no screen");
  expect(existsSync(path.join(root, "sbx_1"))).toBe(false);
});

test("gives up and removes a device that is never ready", async () => {
  const { root, provider } = open(undefined, 300);
  await expect(provider.create(spec("sbx_1", "Silent"))).rejects.toThrow("not ready after 0.3 s");
  expect(existsSync(path.join(root, "sbx_1"))).toBe(false);
  expect(await idsOf(provider)).toEqual([]);
});

test("does not start a device that is destroyed meanwhile", async () => {
  const { root, provider } = open();
  const created = provider.create(spec("sbx_1", "Silent"));
  const record = path.join(root, "sbx_1", "device.json");
  await expect.poll(() => existsSync(record)).toBe(true);
  await Promise.all([expect(created).rejects.toThrow("its process ended"), provider.destroy("sbx_1")]);
  expect(await idsOf(provider)).toEqual([]);
});

test("turns a standby device into an ordinary one", async () => {
  const root = path.join(base, String(count++));
  const provider = createEmbeddedProvider({ ...settings, root, warm: [{ model: TEST_MODEL, size: 1 }] });
  onTestFinished(() => provider.close());
  providers.push(provider);
  let id = "";
  const nextWasInStandby = async () => {
    id = `sbx_${count++}`;
    return JSON.parse(await ask((await provider.create(spec(id))).address, "settings")).wasInStandby;
  };
  await expect.poll(nextWasInStandby, { interval: 500 }).toBe(true);
  expect(readFileSync(path.join(root, id, "device.log"), "utf8")).toContain("ready");
  expect(readFileSync(path.join(root, id, "authorized_keys"), "utf8")).toBe("QUFBQQ== terrarium\n");
  expect(await idsOf(provider)).toContain(id);
  await provider.destroy(id);
  expect(existsSync(path.join(root, id))).toBe(false);
});

test("standby devices end with their server, even when killed", async () => {
  const root = path.join(base, String(count++));
  const starter = `
    const log = { debug() {}, warn: console.error, error: console.error };
    const { createEmbeddedProvider } = await import(${JSON.stringify(new URL("embedded-provider.ts", import.meta.url).href)});
    createEmbeddedProvider({ ...${JSON.stringify({ root, ...sizes, warm: [{ model: TEST_MODEL, size: 1 }] })}, log });
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", starter], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const standbys = () => globSync(`${root}/.standby-*/standby.pid`);
  await expect.poll(standbys).toHaveLength(1);
  const pid = Number(readFileSync(standbys()[0] ?? "", "utf8"));
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => isRunning(pid)).toBe(false);
  open(root);
  await expect.poll(standbys).toEqual([]);
});

test("ignores and keeps unrelated files beside the devices", async () => {
  const root = path.join(base, String(count++));
  mkdirSync(path.join(root, "lost+found"), { recursive: true });
  mkdirSync(path.join(root, "backup"));
  writeFileSync(path.join(root, "notes"), "");
  const { provider } = open(root);
  await provider.create(spec("sbx_1"));
  expect(await idsOf(provider)).toEqual(["sbx_1"]);
  expect(await provider.inspect("notes")).toMatchObject({ state: "gone" });
  expect(readdirSync(root)).toEqual(expect.arrayContaining(["backup", "lost+found", "notes"]));
});

test("removes unfinished and half-removed devices at the next start", async () => {
  const first = open();
  await first.provider.create(spec("sbx_1"));
  const pid = pidOf(first.root, "sbx_1");
  // A standby device that hung when its server was killed, and unfinished and half-removed folders.
  renameSync(path.join(first.root, "sbx_1"), path.join(first.root, ".standby-1"));
  for (const name of [".new-1", ".removed-1"]) mkdirSync(path.join(first.root, name, "data"), { recursive: true });
  process.kill(pid, "SIGSTOP");
  open(first.root);
  await expect.poll(() => readdirSync(first.root)).toEqual([]);
  expect(isRunning(pid)).toBe(false);
});

test("removes other remains despite one failure, and retries", async () => {
  const root = path.join(base, String(count++));
  // Its record cannot be read.
  const record = path.join(root, ".standby-1", "device.json");
  mkdirSync(record, { recursive: true });
  mkdirSync(path.join(root, ".standby-2"));
  open(root);
  await expect.poll(() => readdirSync(root)).toEqual([".standby-1"]);
  rmdirSync(record);
  await expect.poll(() => readdirSync(root)).toEqual([]);
});

test("lists a device that ended while no server ran", async () => {
  const first = open();
  await ask((await first.provider.create(spec("sbx_1"))).address, "crash");
  await first.exit;
  const { provider, root } = open(first.root);
  expect(await idsOf(provider)).toEqual(["sbx_1"]);
  await provider.destroy("sbx_1");
  expect(existsSync(path.join(root, "sbx_1"))).toBe(false);
});

/** Timeout for hanging devices; others are ready within it, even on a busy machine. */
const READY_MS = 8_000;

/** Opens a provider; resolves with it and the pid of its standby device. */
async function openWithStandby() {
  const root = path.join(base, String(count++));
  const waits = Promise.withResolvers<number>();
  const debug = (context: { standbyPid?: number }) => {
    if (context.standbyPid !== undefined) waits.resolve(context.standbyPid);
  };
  const provider = createEmbeddedProvider({
    ...settings,
    root,
    log: Object.assign(pino({ level: "silent" }), { debug }),
    warm: [{ model: TEST_MODEL, size: 1 }],
    readyTimeoutMs: READY_MS,
  });
  onTestFinished(() => provider.close());
  providers.push(provider);
  return { root, provider, standbyPid: await waits.promise };
}

async function nextStandby(root: string): Promise<number> {
  const files = () => globSync(`${root}/.standby-*/standby.pid`);
  await expect.poll(files).toHaveLength(1);
  const [file = ""] = files();
  await expect.poll(() => readFileSync(file, "utf8")).not.toBe("");
  return Number(readFileSync(file, "utf8"));
}

test.each(["SIGKILL", "SIGSTOP"] as const)("replaces the standby device of a create after %s", async (signal) => {
  const { root, provider, standbyPid } = await openWithStandby();
  process.kill(standbyPid, signal);
  const { address } = await provider.create(spec("sbx_1"));
  expect(JSON.parse(await ask(address, "settings"))).toMatchObject({ wasInStandby: false });
  expect(await idsOf(provider)).toEqual(["sbx_1"]);
  expect(pidOf(root, "sbx_1")).not.toBe(standbyPid);
  await expect.poll(() => isRunning(standbyPid)).toBe(false);
});

test("replaces a device that hangs before standby", async () => {
  const root = path.join(base, String(count++));
  mkdirSync(root);
  writeFileSync(path.join(root, "hang"), "");
  const provider = createEmbeddedProvider({
    ...settings,
    root,
    warm: [{ model: TEST_MODEL, size: 1 }],
    readyTimeoutMs: READY_MS,
  });
  onTestFinished(() => provider.close());
  providers.push(provider);
  const hanging = await nextStandby(root);
  rmSync(path.join(root, "hang"));
  await expect.poll(() => isRunning(hanging)).toBe(false);
  await provider.create(spec("sbx_1"));
  expect(await nextStandby(root)).not.toBe(hanging);
});

test("gives up devices frozen at the start, ends ones frozen later", async () => {
  const frozen = open(undefined, 1_000).provider.create(spec("sbx_1", "Frozen"));
  await expect(frozen).rejects.toThrow("not ready after 1 s");
  const { root, provider } = open();
  await provider.create(spec("sbx_2"));
  const pid = pidOf(root, "sbx_2");
  process.kill(pid, "SIGSTOP");
  await provider.destroy("sbx_2");
  // The process exists until its parent has reaped it.
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(await idsOf(provider)).toEqual([]);
});

test("ends a device that no longer answers, and reports why", async () => {
  const root = path.join(base, String(count++));
  const livenessPace = { intervalMs: 20, timeoutMs: 500, failures: 2 };
  const provider = createEmbeddedProvider({ ...settings, root, livenessPace });
  providers.push(provider);
  onTestFinished(() => provider.close());
  await provider.create(spec("sbx_answers"));
  await provider.create(spec("sbx_frozen"));
  const exit = nextExit(provider);
  process.kill(pidOf(root, "sbx_frozen"), "SIGSTOP");
  expect(await exit).toMatchObject({ sandboxId: "sbx_frozen", words: HANGS });
  expect(await provider.inspect("sbx_answers")).toMatchObject({ state: "running" });
});

test("ends a device above its memory limit, not its neighbour", async () => {
  const { provider, exit } = open();
  const { address: greedy } = await provider.create(spec("sbx_1"));
  const { address: neighbour } = await provider.create(spec("sbx_2"));
  const socket = connect(greedy.port, greedy.host).on("error", () => {});
  socket.write("grow");
  expect(await exit).toEqual({
    sandboxId: "sbx_1",
    detail: "it used more memory than its limit of 256 MB",
    words: "its device exceeded its memory limit",
  });
  expect(JSON.parse(await ask(neighbour, "settings"))).toMatchObject({ name: "Phone" });
});

test("lowers a device's priority and limits its resources", async () => {
  const { root, provider } = open();
  await provider.create(spec("sbx_1"));
  const read = (name: string) => readFileSync(`/proc/${pidOf(root, "sbx_1")}/${name}`, "utf8");
  expect(os.getPriority(pidOf(root, "sbx_1"))).toBe(Math.min(os.getPriority() + 10, 19));
  // Some kernels divide CPU time between sessions first; a priority then counts only within its session.
  const session = existsSync("/proc/self/autogroup") ? read("autogroup") : "nice 10";
  expect(session).toContain("nice 10");
  expect(read("oom_score_adj").trim()).toBe("500");
  expect(read("limits")).toMatch(/^Max open files +2048 +2048 /m);
  expect(read("limits")).toMatch(/^Max core file size +0 +0 /m);
  const canGroup = (await openControlGroups(root)) !== undefined;
  expect(canGroup ? read("cgroup") : "/terrarium-").toContain("/terrarium-");
});

test("moves files away at once, and deletes them in another process", async () => {
  const root = path.join(base, String(count++));
  const starter = `
    const log = { debug() {}, warn: console.error, error: console.error };
    const { createEmbeddedProvider } = await import(${JSON.stringify(new URL("embedded-provider.ts", import.meta.url).href)});
    const provider = createEmbeddedProvider({ ...${JSON.stringify({ root, ...sizes })}, log });
    await provider.create(${JSON.stringify(spec("sbx_1"))});
    process.stdout.write("made");
    process.stdin.once("data", async () => {
      await provider.destroy("sbx_1");
      process.kill(process.pid, "SIGKILL");
    });
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", starter], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const data = path.join(root, "sbx_1", "data");
  for (let i = 0; i < 2_000; i++) writeFileSync(path.join(data, `file${i}`), "");
  // Longer than the system's path limit, because one half is moved into the other.
  const half = "d".repeat(200).concat("/").repeat(12);
  for (const name of ["one", "two"]) mkdirSync(path.join(data, name, half), { recursive: true });
  renameSync(path.join(data, "two"), path.join(data, "one", half, "two"));
  child.stdin.write("go");
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  expect(existsSync(data)).toBe(false);
  // If the server was killed before it started to delete, the next one deletes.
  createEmbeddedProvider({ ...settings, root });
  await expect.poll(() => readdirSync(root)).toEqual([]);
});

test("an unfinished device ends with its server", async () => {
  const root = path.join(base, String(count++));
  const starter = `
    const log = { debug() {}, warn: console.error, error: console.error };
    const { createEmbeddedProvider } = await import(${JSON.stringify(new URL("embedded-provider.ts", import.meta.url).href)});
    const provider = createEmbeddedProvider({ ...${JSON.stringify({ root, ...sizes })}, log });
    void provider.create(${JSON.stringify(spec("sbx_1", "Silent"))});
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", starter], { stdio: "ignore" });
  const record = path.join(root, "sbx_1", "device.json");
  await expect.poll(() => existsSync(record)).toBe(true);
  const pid = pidOf(root, "sbx_1");
  child.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("neither adopts nor kills a process with a reused pid", async () => {
  const { root, provider } = open();
  const bystander = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], {
    stdio: "ignore",
    detached: true,
  });
  mkdirSync(path.join(root, "sbx_1"));
  writeFileSync(
    path.join(root, "sbx_1", "device.json"),
    JSON.stringify({ pid: bystander.pid, startTime: "1", port: 5555 }),
  );
  expect(await provider.inspect("sbx_1")).toMatchObject({ state: "gone" });
  await provider.destroy("sbx_1");
  expect(existsSync(path.join(root, "sbx_1"))).toBe(false);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  bystander.kill("SIGKILL");
  await once(bystander, "exit");
});

test("hides the server's environment from devices", async () => {
  process.env.TERRARIUM_SECRET = "for the server's eyes only, truly";
  const { root, provider } = open();
  await provider.create(spec("sbx_1"));
  const environment = readFileSync(`/proc/${pidOf(root, "sbx_1")}/environ`, "utf8");
  delete process.env.TERRARIUM_SECRET;
  expect(environment).toContain("PATH=");
  expect(environment).not.toContain("TERRARIUM_SECRET");
});

test("rejects invalid ids before they become paths", async () => {
  const { provider } = open();
  await expect(provider.destroy("../../etc")).rejects.toThrow(RangeError);
});
