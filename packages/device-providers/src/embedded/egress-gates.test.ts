import { once } from "node:events";
import { mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gateFolder, gateSocket } from "./device-folder.ts";
import { createEgressGates } from "./egress-gates.ts";

/** Opens the egress proxies and makes the folder of a device that uses one. */
async function open() {
  const folder = await mkdtemp(path.join(tmpdir(), "egress-gates-"));
  await mkdir(gateFolder(folder), { recursive: true });
  const gates = createEgressGates("all", { warn: () => undefined });
  onTestFinished(async () => {
    gates.closeAll();
    await rm(folder, { recursive: true });
  });
  return { folder, gates };
}

/** Opens a tunnel through the proxy to a server of this machine. */
async function tunnel(folder: string) {
  const site = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void site.close());
  await once(site, "listening");
  const target = `10.0.2.2:${(site.address() as AddressInfo).port}`;
  const asked = request({ socketPath: gateSocket(folder), method: "CONNECT", path: target, headers: { host: target } });
  const [, socket] = await once(asked.end(), "connect");
  return socket;
}

test("closes tunnels with their egress proxy", async () => {
  const { folder, gates } = await open();
  await gates.open(folder);
  const socket = await tunnel(folder);
  const closed = once(socket.resume(), "close");
  gates.close(folder);
  await closed;
  expect(socket.destroyed).toBe(true);
});

test("opens an egress proxy after an earlier failure", async () => {
  const { folder, gates } = await open();
  await mkdir(gateSocket(folder));
  await expect(gates.open(folder)).rejects.toThrow(gateSocket(folder));
  await rmdir(gateSocket(folder));
  await gates.open(folder);
  (await tunnel(folder)).destroy();
});
