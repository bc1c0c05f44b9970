import { once } from "node:events";
import { mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { proxyFolder, proxySocket } from "./device-folder.ts";
import { createEgressProxies } from "./egress-proxies.ts";

/** Opens the egress proxies and makes the folder of a device that uses one. */
async function open() {
  const folder = await mkdtemp(path.join(tmpdir(), "egress-proxies-"));
  await mkdir(proxyFolder(folder), { recursive: true });
  const proxies = createEgressProxies("all", { warn: () => undefined });
  onTestFinished(async () => {
    proxies.closeAll();
    await rm(folder, { recursive: true });
  });
  return { folder, proxies };
}

/** Opens a tunnel through the proxy to a server of this machine. */
async function tunnel(folder: string) {
  const site = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void site.close());
  await once(site, "listening");
  const target = `10.0.2.2:${(site.address() as AddressInfo).port}`;
  const asked = request({
    socketPath: proxySocket(folder),
    method: "CONNECT",
    path: target,
    headers: { host: target },
  });
  const [, socket] = await once(asked.end(), "connect");
  return socket;
}

test("closes tunnels with their egress proxy", async () => {
  const { folder, proxies } = await open();
  await proxies.open(folder);
  const socket = await tunnel(folder);
  const closed = once(socket.resume(), "close");
  proxies.close(folder);
  await closed;
  expect(socket.destroyed).toBe(true);
});

test("counts the traffic of open and closed connections", async () => {
  const { folder, proxies } = await open();
  expect(proxies.trafficOf(folder)).toBeUndefined();
  await proxies.open(folder);
  expect(proxies.trafficOf(folder)).toEqual({ receivedBytes: 0, sentBytes: 0 });
  const socket = await tunnel(folder);
  const established = proxies.trafficOf(folder);
  expect(established?.sentBytes).toBeGreaterThan(50);
  expect(established?.receivedBytes).toBeGreaterThan(20);
  socket.destroy();
  await once(socket, "close");
  expect(proxies.trafficOf(folder)?.sentBytes).toBeGreaterThanOrEqual(established?.sentBytes ?? Infinity);
});

test("opens an egress proxy after an earlier failure", async () => {
  const { folder, proxies } = await open();
  await mkdir(proxySocket(folder));
  await expect(proxies.open(folder)).rejects.toThrow(proxySocket(folder));
  await rmdir(proxySocket(folder));
  await proxies.open(folder);
  (await tunnel(folder)).destroy();
});
