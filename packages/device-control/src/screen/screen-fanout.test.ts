import { setImmediate as nextTurn } from "node:timers/promises";
import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ScreenViewer, SessionEnd } from "../device/device-session.ts";
import { receivedPacket } from "../testing/received-packet.ts";
import { CACHE_BYTES_MAX } from "./picture-cache.ts";
import { ScreenFanout } from "./screen-fanout.ts";
import type { MirrorEvents } from "./screen-mirror.ts";

const SIZE: ScreenEvent = { type: "screen", codec: "h264", width: 720, height: 1280 };
const RESET_VIDEO = serializeControlMessage({ type: "resetVideo" });

/** A device with a mirror that sends the test's packets. */
class FakeDevice {
  readonly mirrors: { events: MirrorEvents; controls: Uint8Array[]; isClosed: boolean }[] = [];
  failure: Error | undefined;

  readonly start = async (events: MirrorEvents) => {
    if (this.failure) throw this.failure;
    const mirror = { events, controls: [] as Uint8Array[], isClosed: false };
    this.mirrors.push(mirror);
    return {
      control: async (message: Uint8Array) => void mirror.controls.push(message),
      close: async () => void (mirror.isClosed = true),
    };
  };

  get events(): MirrorEvents {
    return this.mirrors.at(-1)!.events;
  }

  send(...kinds: ReceivedPacket["kind"][]): void {
    for (const kind of kinds) this.events.packet(receivedPacket(kind));
  }
}

class FakeViewer implements ScreenViewer {
  readonly events: ScreenEvent[] = [];
  readonly kinds: ReceivedPacket["kind"][] = [];
  readonly ends: SessionEnd[] = [];
  event(event: ScreenEvent) {
    this.events.push(event);
  }
  packet({ kind }: ReceivedPacket) {
    this.kinds.push(kind);
  }
  end(end: SessionEnd) {
    this.ends.push(end);
  }
}

describe("a screen shared by its viewers", () => {
  let device: FakeDevice;
  let fanout: ScreenFanout;
  const watch = async () => {
    const viewer = new FakeViewer();
    return { viewer, subscription: await fanout.watch(viewer) };
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    device = new FakeDevice();
    fanout = new ScreenFanout(device.start);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("starts one mirror, and sends each packet to all viewers", async () => {
    const [a, b] = await Promise.all([watch(), watch()]);
    device.send("config", "key", "delta");
    expect(device.mirrors).toHaveLength(1);
    expect(a.viewer.kinds).toEqual(["config", "key", "delta"]);
    expect(b.viewer.kinds).toEqual(["config", "key", "delta"]);
  });

  it("shows late viewers the current frame without a device request", async () => {
    await watch();
    device.events.event(SIZE);
    device.send("config", "key", "delta", "key", "delta", "delta");
    const late = await watch();
    expect(late.viewer.events).toEqual([SIZE]);
    expect(late.viewer.kinds).toEqual(["config", "key", "delta", "delta"]);
    expect(device.mirrors[0]!.controls).toEqual([]);
  });

  it("requests one key frame for all viewers after many changes", async () => {
    await watch();
    device.send("config", "key");
    device.events.packet(receivedPacket("delta", CACHE_BYTES_MAX));
    const late = await Promise.all([watch(), watch(), watch()]);
    await vi.advanceTimersByTimeAsync(0);
    expect(device.mirrors[0]!.controls).toEqual([RESET_VIDEO]);
    device.send("delta", "config", "key", "delta");
    for (const { viewer } of late) expect(viewer.kinds).toEqual(["config", "config", "key", "delta"]);
  });

  it("restarts a slow viewer without affecting others", async () => {
    const slow = await watch();
    const quick = await watch();
    device.send("config", "key", "delta");
    slow.subscription.restart();
    expect(slow.viewer.kinds.slice(3)).toEqual(["config", "key", "delta"]);
    expect(quick.viewer.kinds).toEqual(["config", "key", "delta"]);
  });

  it("limits a viewer's restart rate, and delays the last one", async () => {
    const { viewer, subscription } = await watch();
    device.send("config", "key");
    viewer.kinds.length = 0;
    for (let i = 0; i < 1_000; i += 1) subscription.restart();
    expect(viewer.kinds).toEqual(["config", "key"]);
    vi.advanceTimersByTime(1_000);
    expect(viewer.kinds).toEqual(["config", "key", "config", "key"]);
    subscription.close();
  });

  it("stops five seconds after the last viewer left", async () => {
    const first = await watch();
    first.subscription.close();
    await vi.advanceTimersByTimeAsync(4_999);
    const second = await watch();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(device.mirrors[0]!.isClosed).toBe(false);

    second.subscription.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(device.mirrors[0]!.isClosed).toBe(true);

    await watch();
    expect(device.mirrors).toHaveLength(2);
  });

  it("reports the end to viewers, and restarts for the next", async () => {
    const { viewer } = await watch();
    device.events.end("the device stopped sending its screen");
    expect(viewer.ends).toEqual([{ cause: "device-failed", detail: "the device stopped sending its screen" }]);
    await watch();
    expect(device.mirrors).toHaveLength(2);
  });

  it("reports why the sandbox ended, and closes the mirror", async () => {
    const { viewer } = await watch();
    fanout.end({ cause: "sandbox-ended", detail: "It reached its end time" });
    expect(viewer.ends).toEqual([{ cause: "sandbox-ended", detail: "It reached its end time" }]);
    await expect.poll(() => device.mirrors[0]!.isClosed).toBe(true);
  });

  it("rejects if the mirror fails to start, then retries", async () => {
    device.failure = new Error("no encoder");
    await expect(watch()).rejects.toThrow("no encoder");
    device.failure = undefined;
    await watch();
    expect(device.mirrors).toHaveLength(1);
  });

  it("forwards control messages, and drops them after the end", async () => {
    const { subscription } = await watch();
    const home = serializeControlMessage({ type: "key", action: 0, keyCode: 3, repeat: 0, metaState: 0 });
    await subscription.control(home);
    expect(device.mirrors[0]!.controls).toEqual([home]);
    device.events.end("gone");
    await subscription.control(home);
    subscription.close();
    await nextTurn();
  });
});
