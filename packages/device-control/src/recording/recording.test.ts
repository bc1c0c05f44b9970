import { setImmediate as nextTurn } from "node:timers/promises";
import { RECORDING } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { expect, test, vi } from "vitest";
import { RecordingMemory } from "./recording-memory.ts";
import { RewindRing } from "./rewind-ring.ts";
import { createRecordingStore, type RecordingStore } from "./store.ts";
import { ada, bob, openRecordings, refusal } from "./testing/open-recordings.ts";

describeOnBothDatabases("a recording of a screen", (database) => {
  const open = () => openRecordings(database());

  test("is an MP4 file with correctly timed frames", async () => {
    const { serverOf, fetchFilm, show, time, viewers, log } = await open();
    const server = serverOf("one");
    await server.start(ada, "sbx_1");
    show("config");
    show("key", 100_000);
    show("delta", 100_500);
    show("delta", 103_000);
    time.now = 104_000;
    const key = await server.stop(ada, "sbx_1");
    expect(await fetchFilm(key)).toEqual({
      size: [720, 1280],
      pictures: [
        ["key", 0, 0.5],
        ["delta", 0.5, 3],
        ["delta", 3, 4],
      ],
    });
    expect(viewers.size).toBe(0);
    await expect(server.stop(ada, "sbx_1")).rejects.toEqual(refusal("not_recording"));
    expect(log.warn).not.toHaveBeenCalled();
  });

  test("replaces the previous one and survives its device's end", async () => {
    const { serverOf, fetchFilm, show, endScreen, time } = await open();
    const server = serverOf("one");
    for (const length of [1_000, 2_000]) {
      await server.start(ada, "sbx_1");
      show("config");
      show("key");
      time.now += length;
    }
    endScreen();
    time.now += 60_000;
    const { pictures } = await fetchFilm(await server.stop(ada, "sbx_1"));
    expect(pictures).toEqual([["key", 0, 2]]);
    const whole = await database().selectFrom("storedObjects").select("id").where("sandboxId", "=", "sbx_1").execute();
    expect(whole).toHaveLength(1);
  });

  test.each(["goes on", "has ended"])("that %s stays when a new one fails to start", async (how) => {
    const { serverOf, fetchFilm, show, endScreen, screen, time } = await open();
    const server = serverOf("one");
    await server.start(ada, "sbx_1");
    show("config");
    show("key");
    show("delta", 101_000);
    if (how === "has ended") endScreen();
    screen.codec = "png";
    await expect(server.start(ada, "sbx_1")).rejects.toEqual(refusal("recording_unavailable"));
    const stored = await database().selectFrom("storedObjects").select("id").where("sandboxId", "=", "sbx_1").execute();
    expect(stored).toHaveLength(1);
    if (how === "goes on") show("delta", 102_000);
    time.now = 103_000;
    const { pictures } = await fetchFilm(await server.stop(ada, "sbx_1"));
    expect(pictures).toHaveLength(how === "goes on" ? 3 : 2);
  });

  test("that cannot be recorded in the database changes nothing", async () => {
    const { serverOf, fetchFilm, show, viewers } = await open();
    const store = createRecordingStore(database());
    const put = vi.fn<RecordingStore["put"]>((begun, seen) => store.put(begun, seen));
    const server = serverOf("one", { put });
    await server.start(ada, "sbx_1");
    show("config");
    show("key");
    put.mockRejectedValueOnce(new Error("no database"));
    await expect(server.start(ada, "sbx_1")).rejects.toThrow("no database");
    expect(viewers.size).toBe(1);
    show("delta", 101_000);
    const { pictures } = await fetchFilm(await server.stop(ada, "sbx_1"));
    expect(pictures).toHaveLength(2);
    expect(viewers.size).toBe(0);
  });

  test("rewinds the last seconds through any server", async () => {
    const { serverOf, fetchFilm, show, time, viewers } = await open();
    const [one, two] = [serverOf("one"), serverOf("two")];
    await expect(one.extractRewind(ada, "sbx_1")).rejects.toEqual(refusal("not_recording"));
    await one.enableRewind(ada, "sbx_1");
    await one.enableRewind(ada, "sbx_1");
    expect(viewers.size).toBe(1);
    show("config");
    for (const second of [100, 110, 120]) show("key", second * 1_000);
    time.now = 125_000;
    const { pictures } = await fetchFilm(await one.extractRewind(ada, "sbx_1", 10_000));
    expect(pictures).toEqual([
      ["key", 0, 5],
      ["key", 5, 10],
    ]);
    const through = two.extractRewind(ada, "sbx_1", 2_000);
    await expect
      .poll(() => database().selectFrom("recordings").select("askedMs").execute())
      .toEqual([{ askedMs: 2_000 }]);
    await one.answerOthers();
    expect((await fetchFilm(await through)).pictures).toEqual([["key", 0, 2]]);
    await two.disableRewind(ada, "sbx_1");
    await one.answerOthers();
    expect(viewers.size).toBe(0);
  });

  test("stays on when other servers are answered during its start", async () => {
    const { serverOf, show, viewers } = await open();
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = serverOf("one", {
      async put(recording, seen) {
        reached.resolve();
        await go.promise;
        return createRecordingStore(database()).put(recording, seen);
      },
    });
    const enabled = server.enableRewind(ada, "sbx_1");
    await reached.promise;
    await server.answerOthers();
    go.resolve();
    await enabled;
    expect(viewers.size).toBe(1);
    show("config");
    show("key");
    expect(await server.extractRewind(ada, "sbx_1")).toMatch(/^storage:/);
  });

  test("ends with its stored part when key frames are missing", async () => {
    const { serverOf, fetchFilm, show, viewers } = await open();
    const server = serverOf("one");
    await server.start(ada, "sbx_1");
    show("config");
    show("key");
    const held = 128;
    const rest = new Uint8Array(RECORDING.rewindBytes / held).fill(1);
    for (let count = 0; count < 2 * held; count += 1) {
      show("delta", undefined, rest);
      await nextTurn();
    }
    await expect.poll(() => viewers.size).toBe(0);
    const { pictures } = await fetchFilm(await server.stop(ada, "sbx_1"));
    expect(pictures.length).toBeGreaterThan(held / 2);
    expect(pictures.length).toBeLessThan(1.5 * held);
  });

  test("started very often at once is one, others are rejected", async () => {
    const { serverOf, viewers } = await open();
    const server = serverOf("one");
    const begun = await Promise.allSettled(Array.from({ length: 40 }, () => server.start(ada, "sbx_1")));
    const refused = begun.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refused.length).toBeGreaterThan(30);
    expect(refused).toEqual(refused.map(() => refusal("device_busy")));
    expect(viewers.size).toBe(1);
    await server.stop(ada, "sbx_1");
    expect(viewers.size).toBe(0);
    const kept = await database().selectFrom("storedObjects").select("id").where("sandboxId", "=", "sbx_1").execute();
    expect(kept).toHaveLength(1);
  });

  test("callers without access do not use others' turns", async () => {
    const { serverOf, viewers, sandboxes } = await open();
    const server = serverOf("one");
    const gate = Promise.withResolvers<never>();
    sandboxes.requireDevice.mockImplementation((caller) =>
      caller === bob ? gate.promise : Promise.resolve({} as never),
    );
    const strangers = Array.from({ length: 40 }, () => server.start(bob, "sbx_1"));
    await server.start(ada, "sbx_1");
    expect(viewers.size).toBe(1);
    gate.reject(new AppError("sandbox_not_found", { sandboxId: "sbx_1" }));
    for (const stranger of strangers) await expect(stranger).rejects.toEqual(refusal("sandbox_not_found"));
  });

  test("limits one user's concurrent rewind extracts", async () => {
    const { serverOf, show } = await open();
    const gate = Promise.withResolvers<void>();
    const store = createRecordingStore(database());
    const find = vi.fn<RecordingStore["find"]>((id) => store.find(id));
    const server = serverOf("one", { find });
    await server.enableRewind(ada, "sbx_1");
    find.mockImplementation(async (id) => {
      await gate.promise;
      return store.find(id);
    });
    show("config");
    show("key");
    const extract = (caller: Caller) => server.extractRewind(caller, "sbx_1");
    const underWay = Array.from({ length: RECORDING.extracted.perUser }, () => extract(ada));
    await expect(extract(ada)).rejects.toEqual(refusal("device_busy"));
    underWay.push(extract(bob));
    gate.resolve();
    expect(await Promise.all(underWay)).toEqual(underWay.map(() => expect.stringMatching(/^storage:/)));
    expect(await extract(ada)).toMatch(/^storage:/);
  });

  test("releases the oldest frames when memory is short", async () => {
    const { serverOf, fetchFilm, show, viewers } = await open();
    const server = serverOf("one", {}, new RecordingMemory(100_000));
    await server.enableRewind(ada, "sbx_1");
    show("config");
    for (const second of [100, 101, 102]) show("key", second * 1_000, new Uint8Array(40_000));
    const { pictures } = await fetchFilm(await server.extractRewind(ada, "sbx_1", RECORDING.rewindMs));
    expect(pictures).toHaveLength(2);
    await server.disableRewind(ada, "sbx_1");
    await server.start(ada, "sbx_1");
    show("config", 200_000);
    for (const second of [200, 201, 202, 203]) show("key", second * 1_000, new Uint8Array(40_000));
    await expect.poll(() => viewers.size).toBe(0);
    const film = await fetchFilm(await server.stop(ada, "sbx_1"));
    expect(film.pictures.length).toBeGreaterThan(0);
    expect(film.pictures.length).toBeLessThan(4);
  });

  test("is listed with its length, also while it is in progress", async () => {
    const { serverOf, show, time } = await open();
    const server = serverOf("one");
    expect(await server.list(ada, "sbx_1")).toEqual({ data: [], recordingSince: null, rewindEnabled: false });
    await server.start(ada, "sbx_1");
    const recordingSince = new Date(time.now).toISOString();
    expect(await server.list(ada, "sbx_1")).toEqual({ data: [], recordingSince, rewindEnabled: false });
    await server.enableRewind(ada, "sbx_1");
    show("config");
    show("key");
    time.now += 4_000;
    const film = { storageKey: await server.stop(ada, "sbx_1"), createdAt: recordingSince, durationMs: 4_000 };
    time.now += 1_000;
    const rewind = { storageKey: await server.extractRewind(ada, "sbx_1"), durationMs: 5_000 };
    const sizeBytes: unknown = expect.any(Number);
    expect(await server.list(ada, "sbx_1")).toEqual({
      data: [
        { ...rewind, createdAt: new Date(time.now).toISOString(), sizeBytes },
        { ...film, sizeBytes },
      ],
      recordingSince: null,
      rewindEnabled: true,
    });
  });

  test("stays listed after its device ended and another one starts", async () => {
    const { serverOf, show, endScreen, time } = await open();
    const server = serverOf("one");
    await server.start(ada, "sbx_1");
    show("config");
    show("key");
    time.now += 1_000;
    endScreen();
    const listed = async () => (await server.list(ada, "sbx_1")).data.length;
    await expect.poll(listed).toBe(1);
    await server.start(ada, "sbx_1");
    expect(await listed()).toBe(1);
  });

  test("has no rewind to save before the first frame", async () => {
    const { serverOf } = await open();
    const server = serverOf("one");
    await server.enableRewind(ada, "sbx_1");
    await expect(server.extractRewind(ada, "sbx_1")).rejects.toEqual(refusal("not_recording"));
    expect((await server.list(ada, "sbx_1")).data).toEqual([]);
  });

  test("is rejected for a screen sent as images", async () => {
    const { serverOf, screen, viewers } = await open();
    screen.codec = "png";
    const server = serverOf("one");
    await expect(server.start(ada, "sbx_1")).rejects.toEqual(refusal("recording_unavailable"));
    await expect(server.enableRewind(ada, "sbx_1")).rejects.toEqual(refusal("recording_unavailable"));
    expect(viewers.size).toBe(0);
  });
});

test("limits rewinds in time and bytes, by key frames", () => {
  const ring = new RewindRing({ keptMs: 10_000, maxBytes: 100_000 });
  const picture = (kind: "key" | "delta", atMs: number, size = 10) =>
    ring.add({ kind, atMs, data: new Uint8Array(size) });
  const begins = (since: number) => ring.since(since).map(({ pictures }) => pictures[0]?.atMs);
  picture("delta", 0);
  expect(begins(0)).toEqual([]);
  for (const second of [1, 5, 10, 15]) picture("key", second * 1_000);
  expect(begins(0)).toEqual([5_000, 10_000, 15_000]);
  expect(begins(12_000)).toEqual([10_000, 15_000]);
  picture("delta", 16_000, 98_500);
  expect(begins(0)).toEqual([15_000]);
  picture("delta", 16_001, 10_000);
  expect(begins(0)).toEqual([]);
  picture("delta", 17_000);
  expect(begins(0)).toEqual([]);
});

test("limits rewinds of devices with much metadata or empty frames", () => {
  const ring = new RewindRing({ keptMs: 10_000, maxBytes: 100_000 });
  for (let atMs = 0; atMs < 100; atMs += 1) {
    ring.configure(new Uint8Array(30_000));
    ring.add({ kind: "key", atMs, data: new Uint8Array(1) });
  }
  expect(ring.since(0)).toHaveLength(3);
  ring.add({ kind: "key", atMs: 0, data: new Uint8Array(1) });
  for (let count = 0; count < 1_000; count += 1) ring.add({ kind: "delta", atMs: 1, data: new Uint8Array() });
  expect(ring.since(0)).toEqual([]);
});
