import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "../../db/both-databases.ts";
import type { DeviceAddress, DeviceProvider, DeviceSpec } from "../provider.ts";
import { createEmbeddedProvider } from "./embedded-provider.ts";

const program = fileURLToPath(new URL("fake-device.mjs", import.meta.url));
const base = temporaryFolder();
let count = 0;
const providers: DeviceProvider[] = [];

/** A provider over a folder of its own, or over that of another as after a restart of the server. */
function open(root = path.join(base, String(count++)), readyTimeoutMs?: number) {
  const provider = createEmbeddedProvider({ root, program, ...(readyTimeoutMs ? { readyTimeoutMs } : {}) });
  providers.push(provider);
  return { root, provider, exit: nextExit(provider) };
}

const nextExit = (provider: DeviceProvider) =>
  new Promise<{ sandboxId: string; detail: string }>((resolve) => {
    provider.onExit((sandboxId, detail) => resolve({ sandboxId, detail }));
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
});

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
    for (const sandboxId of await provider.list()) await provider.destroy(sandboxId);
  }
});

test("a created device is made from its template and answers at its address", async () => {
  const { root, provider } = open();
  const address = await provider.create(spec("sbx_1"));
  const settings = JSON.parse(await ask(address, "settings"));
  expect(settings).toMatchObject({
    width: "720",
    height: "1280",
    density: "320",
    name: "Phone",
    data: path.join(root, "sbx_1", "data"),
  });
  expect(readFileSync(settings["authorized-keys"], "utf8")).toBe("QUFBQQ== terrarium\n");
  expect(await provider.inspect("sbx_1")).toEqual({ state: "running", address });
  expect(await provider.list()).toEqual(["sbx_1"]);
});

test("a device reaches nothing, or what the operator allows", async () => {
  const settingsOf = async (provider: DeviceProvider) =>
    JSON.parse(await ask(await provider.create(spec("sbx_1")), "settings"));
  expect(await settingsOf(open().provider)).toMatchObject({ egress: "off" });
  const root = path.join(base, String(count++));
  const provider = createEmbeddedProvider({ root, program, egress: "public" });
  providers.push(provider);
  expect(await settingsOf(provider)).toMatchObject({ egress: "public" });
});

test("a destroyed device is gone, with what it stored, and nobody is told that it crashed", async () => {
  const { root, provider, exit } = open();
  const address = await provider.create(spec("sbx_1"));
  const other = await provider.create(spec("sbx_2"));
  await provider.destroy("sbx_1");
  await expect(ask(address, "settings")).rejects.toThrow("ECONNREFUSED");
  expect(existsSync(path.join(root, "sbx_1"))).toBe(false);
  expect(await provider.list()).toEqual(["sbx_2"]);
  await provider.destroy("sbx_1");
  await ask(other, "crash");
  expect((await exit).sandboxId).toBe("sbx_2");
});

test("a device that does not end when asked is made to", async () => {
  const { provider } = open();
  const address = await provider.create(spec("sbx_1", "Stubborn"));
  await provider.destroy("sbx_1");
  await expect(ask(address, "settings")).rejects.toThrow("ECONNREFUSED");
});

test("the end of a device is told", async () => {
  const { provider, exit } = open();
  await ask(await provider.create(spec("sbx_1")), "crash");
  expect(await exit).toEqual({ sandboxId: "sbx_1", detail: expect.stringContaining("ready") });
  expect(await provider.inspect("sbx_1")).toMatchObject({ state: "gone" });
});

test("a device that cannot start is told with its last words, and leaves nothing", async () => {
  const { root, provider } = open();
  await expect(provider.create(spec("sbx_1", "Broken"))).rejects.toThrow("no screen");
  expect(existsSync(path.join(root, "sbx_1"))).toBe(false);
});

test("a device that is never ready is given up, and leaves nothing", async () => {
  const { root, provider } = open(undefined, 300);
  await expect(provider.create(spec("sbx_1", "Silent"))).rejects.toThrow("not ready after 0.3 s");
  expect(existsSync(path.join(root, "sbx_1"))).toBe(false);
  expect(await provider.list()).toEqual([]);
});

test("a device that is destroyed while it starts does not come up", async () => {
  const { root, provider } = open();
  const created = provider.create(spec("sbx_1", "Silent"));
  const record = path.join(root, "sbx_1", "device.json");
  await expect.poll(() => existsSync(record)).toBe(true);
  await Promise.all([expect(created).rejects.toThrow("its process ended"), provider.destroy("sbx_1")]);
  expect(await provider.list()).toEqual([]);
});

test("the next server finds running devices, is told when they end, and can end them", async () => {
  const first = open();
  const crashing = await first.provider.create(spec("sbx_1"));
  const ending = await first.provider.create(spec("sbx_2"));

  const second = open(first.root);
  expect((await second.provider.list()).toSorted()).toEqual(["sbx_1", "sbx_2"]);
  expect(await second.provider.inspect("sbx_1")).toEqual({ state: "running", address: crashing });
  await ask(crashing, "crash");
  expect((await second.exit).sandboxId).toBe("sbx_1");
  await second.provider.destroy("sbx_2");
  await expect(ask(ending, "settings")).rejects.toThrow("ECONNREFUSED");
});

test("a device outlives the process that started it", async () => {
  const root = path.join(base, String(count++));
  const starter = `
    const { createEmbeddedProvider } = await import(${JSON.stringify(new URL("embedded-provider.ts", import.meta.url).href)});
    const provider = createEmbeddedProvider(${JSON.stringify({ root, program })});
    await provider.create(${JSON.stringify(spec("sbx_1"))});
    process.kill(process.pid, "SIGKILL");
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", starter], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  const found = await open(root).provider.inspect("sbx_1");
  expect(found.state === "running" && JSON.parse(await ask(found.address, "settings"))).toMatchObject({
    name: "Phone",
  });
});

test("a device in standby becomes the next device, with a folder and a log like any other", async () => {
  const root = path.join(base, String(count++));
  const provider = createEmbeddedProvider({ root, program, standbyDevices: 1 });
  providers.push(provider);
  let id = "";
  const nextWasInStandby = async () => {
    id = `sbx_${count++}`;
    return JSON.parse(await ask(await provider.create(spec(id)), "settings")).wasInStandby;
  };
  await expect.poll(nextWasInStandby, { timeout: 15_000, interval: 500 }).toBe(true);
  expect(readFileSync(path.join(root, id, "device.log"), "utf8")).toContain("ready");
  expect(readFileSync(path.join(root, id, "authorized_keys"), "utf8")).toBe("QUFBQQ== terrarium\n");
  expect(await provider.list()).toContain(id);
  await provider.destroy(id);
  expect(existsSync(path.join(root, id))).toBe(false);
});

test("a device in standby ends with its server, however that ends", async () => {
  const root = path.join(base, String(count++));
  const starter = `
    const { createEmbeddedProvider } = await import(${JSON.stringify(new URL("embedded-provider.ts", import.meta.url).href)});
    createEmbeddedProvider(${JSON.stringify({ root, program, standbyDevices: 1 })});
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", starter], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const standbys = () => globSync(`${root}/.standby-*/standby.pid`);
  await expect.poll(standbys, { timeout: 15_000 }).toHaveLength(1);
  const pid = Number(readFileSync(standbys()[0] ?? "", "utf8"));
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
  open(root);
  expect(standbys()).toEqual([]);
});

test("another process that got a device's number is neither adopted nor ended", async () => {
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
  expect(await provider.list()).toEqual([]);
  expect(await provider.inspect("sbx_1")).toMatchObject({ state: "gone" });
  await provider.destroy("sbx_1");
  expect(existsSync(path.join(root, "sbx_1"))).toBe(false);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  bystander.kill("SIGKILL");
  await once(bystander, "exit");
});

test("a device knows nothing of the server's environment", async () => {
  process.env.TERRARIUM_SECRET = "for the server's eyes only, truly";
  const { root, provider } = open();
  await provider.create(spec("sbx_1"));
  const environment = readFileSync(`/proc/${pidOf(root, "sbx_1")}/environ`, "utf8");
  delete process.env.TERRARIUM_SECRET;
  expect(environment).toContain("PATH=");
  expect(environment).not.toContain("TERRARIUM_SECRET");
});

test("an id that is not one of ours never becomes a path", async () => {
  const { provider } = open();
  await expect(provider.destroy("../../etc")).rejects.toThrow(RangeError);
});
