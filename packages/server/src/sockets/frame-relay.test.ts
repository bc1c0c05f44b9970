import { once } from "node:events";
import { Duplex } from "node:stream";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { relayFrames } from "./frame-relay.ts";

/** One end of a connection: records what is written to it, and emits data on request. */
class End extends Duplex {
  taken: Buffer[] = [];
  /** Pending acknowledgements of written bytes; undefined: bytes are accepted at once. */
  hold: (() => void)[] | undefined;
  override _read(): void {}
  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.taken.push(bytes);
    if (this.hold) this.hold.push(done);
    else done();
  }
  get bytes(): Buffer {
    return Buffer.concat(this.taken);
  }
}

const HELLO = Buffer.from([0x81, 5, ...Buffer.from("hello")]);
const PING = Buffer.from([0x89, 0]);

function start() {
  const [client, browser] = [new End(), new End()];
  const onServerGone = vi.fn<() => void>();
  const relay = relayFrames(client, browser, onServerGone);
  onTestFinished(() => void client.destroy());
  return { client, browser, relay, onServerGone };
}

afterEach(() => vi.useRealTimers());

test("passes bytes unchanged both ways", async () => {
  const { client, browser } = start();
  client.push(HELLO);
  browser.push(HELLO.subarray(0, 3));
  browser.push(HELLO.subarray(3));
  await expect.poll(() => [client.bytes, browser.bytes]).toEqual([HELLO, HELLO]);
});

test.each(["client", "browser"] as const)("a %s that reads nothing pauses the other side", async (slow) => {
  const ends = start();
  const fast = slow === "client" ? ends.browser : ends.client;
  ends[slow].hold = [];
  const chunk = Buffer.alloc(16_384);
  // More than the buffers hold. Without a reader, the other side is paused.
  while (fast.push(chunk)) await new Promise(setImmediate);
  await expect.poll(() => fast.isPaused()).toBe(true);
  expect(fast.readableLength + ends[slow].writableLength).toBeLessThan(20 * chunk.length);
  const held = ends[slow].hold;
  ends[slow].hold = undefined;
  held.forEach((done) => done());
  await expect.poll(() => fast.isPaused()).toBe(false);
});

test("pings a client only between frames", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "Date"] });
  const { client, browser } = start();
  browser.push(HELLO.subarray(0, 3));
  await expect.poll(() => client.bytes.length).toBe(3);
  vi.advanceTimersByTime(16_000);
  browser.push(HELLO.subarray(3));
  await expect.poll(() => client.bytes).toEqual(HELLO);
  vi.advanceTimersByTime(16_000);
  expect(client.bytes).toEqual(Buffer.concat([HELLO, PING]));
});

test("disconnects a silent client and its browser side", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "Date"] });
  const { client, browser } = start();
  vi.advanceTimersByTime(11 * 60_000);
  await expect.poll(() => [client.destroyed, browser.destroyed]).toEqual([true, true]);
});

test("sends the close reason unless within a frame", async () => {
  const whole = start();
  whole.relay.end(4000, `because ${"ä".repeat(100)}`);
  const told = whole.client.bytes;
  expect([told[0], told.readUInt16BE(2), told.subarray(4, 12).toString()]).toEqual([0x88, 4000, "because "]);
  expect([told[1], told.length]).toEqual([told.length - 2, 126]);
  expect(whole.browser.destroyed).toBe(true);
  const cut = start();
  cut.browser.push(HELLO.subarray(0, 3));
  await expect.poll(() => cut.client.bytes.length).toBe(3);
  cut.relay.end(4000, "because");
  expect(cut.client.bytes.length).toBe(3);
  await expect.poll(() => cut.client.destroyed).toBe(true);
});

test("reports a lost browser once, unless the client left first", async () => {
  const { browser, onServerGone } = start();
  browser.push(null);
  await once(browser, "close");
  expect(onServerGone).toHaveBeenCalledOnce();
  const other = start();
  other.client.destroy();
  await once(other.browser, "close");
  expect(other.onServerGone).not.toHaveBeenCalled();
});
