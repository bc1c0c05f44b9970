import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startTestDevice, type TestDevice } from "../testing/test-device.ts";

let adb: RealAdb;
let device: TestDevice;
const servers: Server[] = [];

beforeAll(async () => {
  adb = await RealAdb.start();
  device = await startTestDevice({ authorizedKeys: adb.publicKeyFile });
  await adb.connect(device.port);
});

afterEach(async () => {
  await adb.run("forward", "--remove-all");
  await adb.run("reverse", "--remove-all");
  for (const server of servers.splice(0)) server.close();
});

afterAll(async () => {
  await adb?.close();
  await device?.close();
});

/** Starts a server beside the client that responds in capitals; resolves with its port. */
async function shoutingServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => socket.write(data.toString().toUpperCase()));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}

async function ask(port: number, text: string): Promise<string> {
  const socket: Socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(text);
  const [answer] = (await Promise.race([once(socket, "data"), once(socket, "close").then(() => ["closed"])])) as [
    Buffer,
  ];
  socket.destroy();
  return String(answer);
}

it.each(["tcp:7000", "localabstract:shout", "localfilesystem:/data/local/tmp/shout.sock", "localreserved:shout"])(
  "pass through the device's %s with reverse and forward",
  async (address) => {
    const server = await shoutingServer();
    expect(await adb.run("reverse", address, `tcp:${server}`)).toMatchObject({ exitCode: 0 });
    const port = Number((await adb.run("forward", "tcp:0", address)).stdout);
    expect(await ask(port, "hello")).toBe("HELLO");
    expect((await adb.run("reverse", "--list")).stdout.toString()).toContain(`${address} tcp:${server}`);
    expect((await adb.run("forward", "--list")).stdout.toString()).toContain(`tcp:${port} ${address}`);
    await adb.run("reverse", "--remove", address);
    expect(await ask(port, "hello")).toBe("closed");
  },
);

it("use a free device port when requested", async () => {
  const server = await shoutingServer();
  const port = (await adb.run("reverse", "tcp:0", `tcp:${server}`)).stdout.toString().trim();
  expect(port).toMatch(/^\d+$/);
  const forwarded = Number((await adb.run("forward", "tcp:0", `tcp:${port}`)).stdout);
  expect(await ask(forwarded, "any")).toBe("ANY");
});

it("reject an address in use, and end with their client", async () => {
  const server = await shoutingServer();
  await adb.run("reverse", "localabstract:taken", `tcp:${server}`);
  expect(await adb.run("reverse", "--no-rebind", "localabstract:taken", "tcp:1")).toMatchObject({ exitCode: 1 });
  const port = Number((await adb.run("forward", "tcp:0", "localabstract:taken")).stdout);
  expect(await ask(port, "x")).toBe("X");
  expect((await adb.run("reverse", "--remove", "localabstract:none")).stderr).toContain("not found");
  await adb.run("disconnect", `127.0.0.1:${device.port}`);
  await adb.connect(device.port);
  expect((await adb.run("reverse", "--list")).stdout.toString().trim()).toBe("");
});

it("never reach the host's ports or sockets", async () => {
  const server = await shoutingServer();
  for (const address of [
    `tcp:${server}`,
    `tcp:127.0.0.1:${server}`,
    `tcp:${server}:127.0.0.1`,
    "localfilesystem:/run/dbus/system_bus_socket",
  ]) {
    const { stdout, exitCode } = await adb.run("forward", "tcp:0", address);
    const answer = exitCode === 0 ? await ask(Number(stdout), "hello") : "closed";
    expect(`${address}: ${answer}`).toBe(`${address}: closed`);
  }
});
