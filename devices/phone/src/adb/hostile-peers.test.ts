import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { lstat, readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { Command, encodeHeader, payloadCheck, PROTOCOL_VERSION } from "@terrarium/adb/packet";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startTestDevice, type TestDevice } from "../testing/test-device.ts";

let adb: RealAdb;
let device: TestDevice;
const sockets: Socket[] = [];

beforeAll(async () => {
  adb = await RealAdb.start();
  device = await startTestDevice({ authorizedKeys: adb.publicKeyFile });
  await adb.connect(device.port);
});

/** The device must still serve other clients. */
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  const { stdout, stderr, exitCode } = await adb.run("shell", "echo served");
  if (stdout.toString() !== "served\n")
    throw new Error(
      `another client is not served any more: ${exitCode}, ${stdout.toString()}, ${stderr}${device.logs.slice(-6).join("\n")}`,
    );
});

afterAll(async () => {
  await adb?.close();
  await device?.close();
});

async function peer(): Promise<Socket> {
  const socket = connect(device.port, "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

function packet(command: Command, arg0: number, arg1: number, payload: Buffer | string = ""): Buffer {
  const bytes = Buffer.from(payload);
  return Buffer.concat([encodeHeader(command, arg0, arg1, bytes.length, payloadCheck(bytes)), bytes]);
}

async function bytesUnder(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files.map((file) =>
    lstat(join(file.parentPath, file.name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

it("ends only the connection that sent invalid data", async () => {
  for (const bytes of [Buffer.alloc(24), randomBytes(4096), Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")]) {
    const socket = await peer();
    socket.write(bytes);
    socket.resume();
    await once(socket, "close");
  }
  expect(device.logs.filter((line) => line.includes("bad magic")).length).toBeGreaterThanOrEqual(2);
});

it("is not blocked by an incomplete packet", async () => {
  const socket = await peer();
  socket.write(packet(Command.CNXN, PROTOCOL_VERSION, 4096, "host::").subarray(0, 30));
  expect(socket.destroyed).toBe(false);
});

it("ignores streams opened before authentication", async () => {
  const socket = await peer();
  socket.write(packet(Command.CNXN, PROTOCOL_VERSION, 4096, "host::"));
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString("latin1", 0, 4)).toBe("AUTH");
  let more = 0;
  socket.on("data", (chunk: Buffer) => (more += chunk.length));
  for (let id = 1; id <= 500; id++) socket.write(packet(Command.OPEN, id, 0, "shell:id\0"));
  socket.write(packet(Command.CNXN, PROTOCOL_VERSION, 4096, "host::"));
  await expect.poll(() => more).toBeGreaterThan(0);
  // The second challenge, and no response to the 500 requests.
  expect(more).toBe(24 + 20);
});

it("closes connections beyond the limit, accepts new ones later", async () => {
  const crowd = await Promise.all(Array.from({ length: 80 }, () => peer()));
  for (const socket of crowd) socket.resume();
  await expect
    .poll(() => crowd.filter((socket) => socket.destroyed || socket.readableEnded).length)
    .toBeGreaterThan(10);
  for (const socket of crowd) socket.destroy();
  const late = await peer();
  await expect
    .poll(async () => {
      late.write(packet(Command.CNXN, PROTOCOL_VERSION, 4096, "host::"));
      return late.bytesRead;
    })
    .toBeGreaterThan(0);
});

it("cleans up after a client that disconnects during a push", async () => {
  const big = await adb.writeFile("vanishing", Buffer.alloc(200 * 1024 * 1024));
  const client = adb.spawn("push", big, "/sdcard/vanishing");
  await expect.poll(() => bytesUnder(device.dataDir), { interval: 2 }).toBeGreaterThan(1024 * 1024);
  client.kill("SIGKILL");
  await once(client, "exit");
  await expect.poll(() => bytesUnder(device.dataDir)).toBeLessThan(1024 * 1024);
  expect((await adb.run("shell", "ls -A /sdcard")).stdout.toString()).not.toContain("vanish");
});
