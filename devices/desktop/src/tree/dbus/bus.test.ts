import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { describe, expect, onTestFinished, test } from "vitest";
import { Bus } from "./bus.ts";

const PROGRAM = "/usr/bin/dbus-daemon";

async function socketPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bus-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "bus");
}

async function connect(path: string): Promise<Bus> {
  const bus = await Bus.connect(`unix:path=${path}`, AbortSignal.timeout(20_000));
  onTestFinished(() => bus.close());
  return bus;
}

describeWhere(existsSync(PROGRAM) ? undefined : "needs dbus-daemon", "a message bus", () => {
  test("runs concurrent calls, and reports rejected ones", async () => {
    const path = await socketPath();
    const address = `--address=unix:path=${path}`;
    const daemon = spawn(PROGRAM, ["--session", address, "--nofork", "--nopidfile", "--print-address"]);
    onTestFinished(() => void daemon.kill());
    await once(daemon.stdout, "data");
    const bus = await connect(path);
    const [[names], [pid], features] = await Promise.all([
      bus.callBus("ListNames"),
      bus.callBus("GetConnectionUnixProcessID", "org.freedesktop.DBus"),
      bus.call({
        destination: "org.freedesktop.DBus",
        path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus.Properties",
        member: "GetAll",
        signature: "s",
        args: ["org.freedesktop.DBus"],
      }),
    ]);
    expect(names).toContain("org.freedesktop.DBus");
    expect(pid).toBe(daemon.pid);
    expect(new Map(features[0] as [string, unknown][]).get("Interfaces")).toContain("org.freedesktop.DBus.Monitoring");
    await expect(bus.callBus("NoSuch")).rejects.toThrow(/NoSuch/);
    bus.close();
    await expect(bus.callBus("ListNames")).rejects.toThrow(/closed/);
  });
});

describe("an untrusted message bus", () => {
  /** Accepts a client, and sends these bytes in response to its first call. */
  async function lying(says: Buffer): Promise<string> {
    const path = await socketPath();
    const server = createServer((socket: Socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write("OK 1234\r\n");
        socket.once("data", () => socket.write(says));
      });
    });
    server.listen(path);
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return path;
  }

  const header = (bodyBytes: number, fieldsBytes: number, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(16);
    head.write("l");
    head.writeUInt8(2, 1);
    head.writeUInt32LE(bodyBytes, 4);
    head.writeUInt32LE(fieldsBytes, 12);
    return Buffer.concat([head, rest]);
  };

  test.each([
    ["an endless message", header(0xffff_fff0, 0), /4294967280|bytes came/],
    ["the other byte order", Buffer.from("B".repeat(16)), /byte order/],
    ["invalid fields", header(0, 8, Buffer.alloc(8, 0xff)), /D-Bus/],
    ["an array beyond its message", header(0, 0x100, Buffer.alloc(0x100, 0x7f)), /D-Bus/],
  ])("is disconnected when it sends %s", async (_what, says, reason) => {
    await expect(connect(await lying(says))).rejects.toThrow(reason);
  });

  test("times out when silent, and fails immediately when missing", async () => {
    const path = await lying(Buffer.alloc(0));
    await expect(Bus.connect(`unix:path=${path}`, AbortSignal.timeout(200))).rejects.toThrow(/closed/);
    await expect(connect(`${path}-none`)).rejects.toThrow(/ENOENT/);
    await expect(Bus.connect("tcp:host=example.com", AbortSignal.timeout(200))).rejects.toThrow(
      /not a supported message bus address/,
    );
  });
});
