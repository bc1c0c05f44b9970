import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL, shellSocketPath } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox, getBox, screenshot } from "../e2e/support/api.ts";
import { pidsNaming, standbyPids } from "../e2e/support/processes.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { deviceProcess, isRunning } from "./support/host.ts";

const KILLS = 4;
const STRAY = ["lost+found", "notes"];
let server: TestServer;
let token: string;
let devices: string;

beforeAll(async () => {
  server = await startServer({ TERRARIUM_STANDBY_DEVICES: "1", TERRARIUM_DEVICE_MEMORY_MB: "128", LOG_LEVEL: "debug" });
  devices = path.join(server.dataDir, "devices");
  mkdirSync(path.join(devices, "lost+found"));
  writeFileSync(path.join(devices, "notes"), "");
  token = await signIn(server.origin, "ada");
});

afterAll(() => server?.stop());

const terminate = (id: string) => post(server.origin, `/api/v1/boxes/${id}/terminate`, {}, token);

/** Returns the process that waits in standby. */
async function standby(): Promise<number> {
  const waiting = () => standbyPids(server.dataDir).filter(isRunning);
  await expect.poll(waiting).toHaveLength(1);
  const [pid = 0] = waiting();
  await expect.poll(() => server.log()).toMatch(new RegExp(`"standbyPid":${pid},.*ready in standby`));
  return pid;
}

test.each(["SIGSTOP", "SIGKILL"] as const)("a standby device that gets %s fails no sandbox", async (signal) => {
  const pid = await standby();
  process.kill(pid, signal);
  const { id } = await createBox(server.origin, token);
  expect(deviceProcess(server.dataDir, id)).not.toBe(pid);
  await expect.poll(() => isRunning(pid)).toBe(false);
  await screenshot(server.origin, token, id);
  expect((await terminate(id)).status).toBe(200);
});

test("a device above its memory ends, its neighbour continues", async () => {
  const [greedy, neighbour] = [await createBox(server.origin, token), await createBox(server.origin, token)];
  const protocols = [PROXY_PROTOCOL, `${BEARER_PROTOCOL_PREFIX}${token}`];
  // Each shell has limits; those of the device apply to all shells together.
  for (let i = 0; i < 8; i++) {
    const shell = new WebSocket(server.origin.replace("http", "ws") + shellSocketPath(greedy.id), protocols);
    shell.addEventListener("open", () => shell.send(Buffer.from(BOMB)));
    shell.addEventListener("error", () => undefined);
  }
  const status = async () => (await getBox(server.origin, token, greedy.id)).status;
  await expect.poll(status).toBe("error");
  await expect.poll(() => server.log()).toContain("it used more memory than its limit of 128 MB");
  await screenshot(server.origin, token, neighbour.id);
  expect((await terminate(neighbour.id)).status).toBe(200);
});
const BOMB = `awk 'BEGIN { for (i = 0; ; i++) a[i] = i " some words that take memory" }'\n`;

test("repeated kills of the server leave no devices behind", async () => {
  for (let i = 0; i < KILLS; i++) {
    // In standby, starting and ending: each device is in another phase when the server is killed.
    const { id } = await createBox(server.origin, token);
    const underWay = [createBox(server.origin, token), createBox(server.origin, token), terminate(id)];
    const all = Promise.allSettled(underWay);
    // Kills at once, or when the first call has completed.
    if (i % 2 === 1) await Promise.race(underWay);
    await server.kill();
    await all;
    await server.restart();
  }
  const left = () => readdirSync(devices).filter((name) => name.startsWith("sbx_"));
  for (const id of left()) expect((await terminate(id)).status).toBe(200);
  await expect.poll(left).toEqual([]);
  await standby();
  await expect
    .poll(() =>
      readdirSync(devices)
        .filter((name) => !name.startsWith(".standby-"))
        .toSorted(),
    )
    .toEqual(STRAY);
  // Only the device in standby remains.
  await expect.poll(() => pidsNaming(devices)).toHaveLength(1);
});
