import { describe, expect, test } from "vitest";
import { notRunning, openDaemon } from "../testing/open-daemon.ts";

describe("a service with a one-line response", () => {
  test.each([
    ["unroot:", "adbd not running as root\n"],
    ["remount:", 'Not running as root. Try "adb root" first.\n'],
    ["disable-verity:", "verity is not in use on this device: its /system is part of its program\n"],
    ["reboot:bootloader", "cannot reboot into bootloader: this device has nothing of that name to start\n"],
    ["tcpip:5555", "this device listens on the one port that it was started with; nothing was changed\n"],
    ["usb:", "this device listens on the one port that it was started with; nothing was changed\n"],
    ["jdwp", ""],
    ["sink:0", ""],
    ["source:10", "\0".repeat(10)],
    ["source:0", ""],
  ])("responds to %s with %j", async (service, answer) => {
    const { connect } = await openDaemon();
    expect(await (await connect()).ask(service)).toBe(answer);
  });

  test("accepts and drops a given number of bytes", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    const stream = peer.open("sink:200000");
    await stream.opened.promise;
    for (let part = 0; part < 2; part++) peer.write(stream, Buffer.alloc(100_000));
    expect(await stream.text()).toBe("");
  });

  test("sends many bytes, and waits for a slow reader", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    const slow = peer.open("source:100000000");
    slow.acknowledges = false;
    const fast = peer.open("source:3000000");
    expect((await fast.text()).length).toBe(3_000_000);
    expect(slow.received.length).toBeLessThanOrEqual(1024 * 1024);
    peer.close(slow);
    expect(await peer.ask("jdwp")).toBe("");
  });

  test("keeps the list of debuggable processes open and empty", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    const stream = peer.open("track-jdwp");
    await expect.poll(() => stream.received.toString()).toBe("0000");
    expect(await peer.ask("jdwp")).toBe("");
  });
});

describe("the framebuffer", () => {
  test("is sent after its layout", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    const bytes = Buffer.from((await peer.ask("framebuffer:")) ?? "", "latin1");
    const fields = Array.from({ length: 13 }, (_, index) => bytes.readUInt32LE(index * 4));
    expect(fields).toEqual([2, 32, 0, 320 * 480 * 4, 320, 480, 0, 8, 16, 8, 8, 8, 24].concat(8).slice(0, 13));
    expect(bytes.length).toBe(14 * 4 + 320 * 480 * 4);
    expect([...bytes.subarray(56, 60)]).toEqual([0, 120, 60, 255]);
  });

  test("draws four frames at once per client, skipping disconnected ones", async () => {
    const { screen, connect } = await openDaemon();
    // Too large for a single write.
    Object.assign(screen.display, { widthPx: 720, heightPx: 1280 });
    const peer = await connect();
    const asked = Array.from({ length: 30 }, () => peer.open("framebuffer:"));
    for (const stream of asked) stream.acknowledges = false;
    await Promise.all(asked.map(({ opened }) => opened.promise));
    await expect.poll(() => screen.display.pictures).toHaveLength(4);
    // Closes the last first, so that waiting requests are cancelled before their turn.
    for (const stream of asked.toReversed()) peer.close(stream);
    expect((await peer.ask("framebuffer:"))?.length).toBeGreaterThan(0);
    expect(screen.display.pictures).toHaveLength(5);
  });
});

test("fails while the system is stopped, keeping the connection", async () => {
  const { logged, does, connect } = await openDaemon();
  does.screen = notRunning;
  const peer = await connect();
  expect(await peer.ask("framebuffer:")).toBe("");
  expect(await peer.ask("jdwp")).toBe("");
  expect(logged.join("\n")).toContain("the system is not running");
});

test("waits for a starting system without blocking other services", async () => {
  const { does, screen, connect } = await openDaemon();
  const begun = Promise.withResolvers<typeof screen>();
  does.screen = () => begun.promise;
  const peer = await connect();
  const pixels = peer.ask("framebuffer:");
  expect(await peer.ask("jdwp")).toBe("");
  begun.resolve(screen);
  expect((await pixels)?.length).toBeGreaterThan(0);
});
