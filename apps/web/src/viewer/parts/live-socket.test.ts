import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FinalEnd, LiveSocket } from "./live-socket.ts";
import { FakeWebSocket } from "./testing/fake-web-socket.ts";

describe("a reconnecting socket", () => {
  let retries: string[];
  let stops: string[];
  let ends: FinalEnd[];
  let messages: unknown[];
  let live: LiveSocket;
  const current = () => FakeWebSocket.made.at(-1)!;

  beforeEach(() => {
    vi.useFakeTimers();
    FakeWebSocket.made = [];
    vi.stubGlobal("WebSocket", FakeWebSocket);
    [retries, stops, ends, messages] = [[], [], [], []];
    live = new LiveSocket("ws://host/path", "secret", {
      message: (data) => messages.push(data),
      retry: (detail) => retries.push(detail),
      stopped: (detail) => stops.push(detail),
      end: (end) => ends.push(end),
    });
  });
  afterEach(() => {
    live.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("sends the token as a second subprotocol", () => {
    expect(current().protocols).toEqual(["terrarium.v1", "bearer.secret"]);
  });

  it("retries with growing delays until the device responds", () => {
    const waitsMs: number[] = [];
    for (let i = 0; i < 10; i++) {
      const before = FakeWebSocket.made.length;
      current().end(4502, "no answer");
      let waitedMs = 0;
      for (; FakeWebSocket.made.length === before; waitedMs += 100) vi.advanceTimersByTime(100);
      waitsMs.push(waitedMs);
    }
    expect(waitsMs).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000]);
    expect(retries).toHaveLength(10);

    current().accept();
    current().say(new ArrayBuffer(1));
    current().end(1006);
    vi.advanceTimersByTime(100);
    expect(FakeWebSocket.made).toHaveLength(12);
  });

  it("reconnects at once when its server shuts down", () => {
    for (let i = 0; i < 5; i++) {
      current().end(4502, "no answer");
      vi.advanceTimersByTime(15_000);
    }
    const before = FakeWebSocket.made.length;
    current().end(1012, "The server is shutting down; try again");
    vi.advanceTimersByTime(200);
    expect(FakeWebSocket.made).toHaveLength(before + 1);
  });

  it.each([
    [4401, "unauthorized"],
    [4404, "not-found"],
    [4410, "ended"],
    [4400, "refused"],
  ])("does not reconnect after %d", (code, kind) => {
    current().end(code, "why");
    vi.advanceTimersByTime(60_000);
    expect(ends).toEqual([{ kind, detail: "why" }]);
    expect(FakeWebSocket.made).toHaveLength(1);
  });

  it("polls whether a stopped sandbox was started again", () => {
    for (let looks = 1; looks <= 3; looks++) {
      current().end(4409, "it was stopped");
      expect([stops.length, FakeWebSocket.made.length]).toEqual([looks, looks]);
      vi.advanceTimersByTime(5_000);
      expect(FakeWebSocket.made).toHaveLength(looks + 1);
    }
    current().accept();
    current().say(new ArrayBuffer(1));
    expect([retries, ends, messages.length]).toEqual([[], [], 1]);
  });

  it("reports nothing after it was closed locally", () => {
    const socket = current();
    socket.accept();
    live.close();
    socket.say("late");
    socket.end(1006);
    vi.advanceTimersByTime(60_000);
    expect([messages, retries, ends]).toEqual([[], [], []]);
    expect(FakeWebSocket.made).toHaveLength(1);
  });

  it("drops input while disconnected", () => {
    live.send("early");
    current().accept();
    live.send("now");
    expect(current().sent).toEqual(["now"]);
  });
});
