import { describe, expect, it } from "vitest";
import { LogBuffers, MAX_LOG_PAYLOAD_BYTES } from "./log-buffer.ts";

const record = { priority: "I", tag: "Tag", pid: 7 } as const;

describe("the log", () => {
  it("keeps entries in order, across buffers", () => {
    const log = new LogBuffers({ nowMs: () => 0 });
    log.write({ ...record, message: "one" });
    log.write({ ...record, message: "two", buffer: "system" });
    log.write({ ...record, message: "three" });
    expect(log.read(["main", "system"]).map(({ message }) => message)).toEqual(["one", "two", "three"]);
    expect(log.read(["main"], 1).map(({ message }) => message)).toEqual(["three"]);
  });

  it("drops old entries to stay within its size", () => {
    const log = new LogBuffers({ nowMs: () => 0 });
    for (let i = 0; i < 20_000; i++) log.write({ ...record, message: `entry ${i}` });
    const [status] = log.status(["main"]);
    expect(status?.usedBytes).toBeLessThanOrEqual(status?.limitBytes ?? 0);
    const entries = log.read(["main"]);
    expect(entries).toHaveLength(status?.entries ?? 0);
    expect(entries.at(-1)?.message).toBe("entry 19999");
    expect(entries[0]?.sequence).toBe(20_000 - entries.length + 1);
  });

  it("cuts an oversized message between characters", () => {
    const log = new LogBuffers({ nowMs: () => 0 });
    log.write({ ...record, message: "é".repeat(MAX_LOG_PAYLOAD_BYTES) });
    const message = log.read(["main"])[0]?.message ?? "";
    expect(message).toMatch(/^é+$/);
    expect(Buffer.byteLength(message)).toBeGreaterThan(MAX_LOG_PAYLOAD_BYTES - 6);
  });

  it("limits a tag like a message", () => {
    const log = new LogBuffers({ nowMs: () => 0 });
    log.write({ ...record, tag: "t".repeat(100_000), message: "words" });
    const [entry] = log.read(["main"]);
    expect([entry?.tag.length, entry?.message]).toEqual([MAX_LOG_PAYLOAD_BYTES, ""]);
    expect(log.status(["main"])[0]?.usedBytes).toBeLessThan(5 * 1024);
  });

  it("notifies followers of their buffers' next entry", async () => {
    const log = new LogBuffers({ nowMs: () => 0 });
    const next = log.follow(["crash"], 0, 10);
    log.write({ ...record, message: "elsewhere" });
    log.write({ ...record, message: "here", buffer: "crash" });
    expect((await next).map(({ message }) => message)).toEqual(["here"]);
  });

  it("is cleared and resized by buffer", () => {
    const log = new LogBuffers({ nowMs: () => 0 });
    for (let i = 0; i < 4000; i++) log.write({ ...record, message: `a long enough entry ${i}` });
    log.write({ ...record, message: "kept", buffer: "system" });
    expect(log.resize(["main"], 64 * 1024)).toBe(true);
    expect(log.status(["main"])[0]?.usedBytes).toBeLessThanOrEqual(64 * 1024);
    expect(log.resize(["main"], 1)).toBe(false);
    log.clear(["main"]);
    expect(log.read(["main", "system"]).map(({ message }) => message)).toEqual(["kept"]);
  });
});
