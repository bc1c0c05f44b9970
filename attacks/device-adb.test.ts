import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { RealAdb } from "../devices/adb-device/src/testing/real-adb.ts";
import { Command, encodeHeader, payloadCheck, PROTOCOL_VERSION } from "../packages/adb/src/packet.ts";
import { AttackedDevice } from "./support/device.ts";

let device: AttackedDevice;

beforeAll(async () => {
  device = await AttackedDevice.start();
});

afterAll(async () => {
  await device?.[Symbol.asyncDispose]();
});

const hello = Buffer.from("host::");
const cnxn = Buffer.concat([
  encodeHeader(Command.CNXN, PROTOCOL_VERSION, 4096, hello.length, payloadCheck(hello)),
  hello,
]);

const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens any number of connections without a key. */
async function crowd(count: number, says: (socket: Socket) => void = () => undefined): Promise<void> {
  for (let i = 0; i < count; i++) {
    const socket = await device.stranger();
    says(socket);
    sockets.push(socket);
  }
}

test("silent and challenged connections lock out no other client", async () => {
  for (const says of [() => undefined, (socket: Socket) => void socket.write(cnxn)]) {
    await crowd(200, says);
    await device.adb.run("disconnect");
    expect(await device.adb.connect(device.port)).toContain("connected to");
    expect(await device.adb.run("wait-for-device")).toMatchObject({ exitCode: 0 });
    expect(await device.shell("echo here")).toMatchObject({ stdout: "here\n", exitCode: 0 });
  }
});

test("an authenticated client keeps its connection despite many strangers", async () => {
  const running = device.adb.spawn("shell", "echo begun; read line; echo $line");
  const [begun] = (await once(running.stdout, "data")) as [Buffer];
  expect(begun.toString()).toBe("begun\n");
  await crowd(300);
  running.stdin.end("kept\n");
  expect(String((await once(running.stdout, "data"))[0])).toBe("kept\n");
});

test("a foreign key has no access and cannot fill logs", async () => {
  const stranger = await RealAdb.start();
  try {
    await stranger.connect(device.port);
    expect((await stranger.run("shell", "id")).stderr).toContain("unauthorized");
  } finally {
    await stranger.close();
  }
  const before = device.log.length;
  await crowd(1000, (socket) => socket.end("not adb at all, but long enough for a header"));
  await expect.poll(async () => (await device.shell("echo here")).stdout).toBe("here\n");
  expect(device.log.length - before).toBeLessThan(100 * 300);
});

test("two quick reboots leave one running system", async () => {
  const bootTimes = async () => (await device.shell("logcat -d -b system | grep -c 'System now ready'")).stdout;
  await Promise.all([device.adb.run("reboot"), device.adb.run("reboot"), device.adb.run("reboot")]);
  await device.adb.connect(device.port);
  await device.adb.run("wait-for-device");
  await expect.poll(async () => (await device.shell("getprop sys.boot_completed")).stdout).toBe("1\n");
  expect(await bootTimes()).toBe("1\n");
  // The screen of one system follows the settings and is found by its clients.
  await device.shell("am start -n com.terrarium.notes/.MainActivity");
  await expect
    .poll(async () => (await device.shell("dumpsys window | grep mCurrentFocus")).stdout)
    .toContain("com.terrarium.notes");
  expect(device.ended).toBeUndefined();
});
