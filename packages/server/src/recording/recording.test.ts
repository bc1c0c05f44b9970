import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { RECORDING } from "@terrarium/contract/limits";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import { expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "../base/app-error.ts";
import type { Caller } from "../base/caller.ts";
import type { DeviceSession, ScreenViewer } from "../devices/device-session.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createStorageService } from "../storage/service.ts";
import { createObjectStore } from "../storage/store.ts";
import { describeOnBothDatabases } from "../testing/both-databases.ts";
import { newSandboxRow } from "../testing/test-sandbox.ts";
import { RecordingMemory } from "./recording-memory.ts";
import { RewindRing } from "./rewind-ring.ts";
import { createRecordingService } from "./service.ts";
import { createRecordingStore, type RecordingStore } from "./store.ts";

const ada: Caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
const bob: Caller = { kind: "session", userId: "usr_2", sessionId: "ses_2" };
/** Parameter sets of H.264, of 720 by 1280 pixels. */
const CONFIG = Buffer.from("0000000167640020acb405a050d080000003008000003c478c19500000000168ef3cb0", "hex");
const KEY = Buffer.from("00000001650102030405", "hex");
const DELTA = Buffer.from("00000001410102030405", "hex");

/** The pictures of an MP4 file: of which kind, and from when until when each is shown, in seconds. */
async function readFilm(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("the film has no pictures");
  const pictures: [string, number, number][] = [];
  for await (const { type, timestamp, duration } of new EncodedPacketSink(track).packets())
    pictures.push([type, Number(timestamp.toFixed(2)), Number((timestamp + duration).toFixed(2))]);
  return { size: [track.codedWidth, track.codedHeight], pictures };
}

describeOnBothDatabases("a recording of a screen", (database) => {
  async function open() {
    await database().insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
    await database()
      .insertInto("sandboxes")
      .values({ ...newSandboxRow("sbx_1", 1), state: "running" as const })
      .execute();
    const time = { now: 100_000 };
    const clock = () => time.now;
    const box = createSecretBox("a secret of the server's");
    const storage = createStorageService({ store: createObjectStore(database()), box }, clock);
    const viewers = new Set<ScreenViewer>();
    const show = (kind: "config" | "key" | "delta", atMs = time.now, rest = new Uint8Array()) => {
      time.now = atMs;
      const data = Buffer.concat([{ config: CONFIG, key: KEY, delta: DELTA }[kind], rest]);
      for (const viewer of viewers) viewer.packet({ kind, ptsUs: 0, data, bytes: Uint8Array.from(data) });
    };
    const screen = { codec: "h264" as "h264" | "png" };
    const session: Pick<DeviceSession, "watchScreen"> = {
      async watchScreen(viewer) {
        viewers.add(viewer);
        viewer.event({ type: "screen", codec: screen.codec, width: 720, height: 1280 });
        return { control: async () => {}, restart: () => {}, close: () => void viewers.delete(viewer) };
      },
    };
    const endScreen = () => {
      for (const viewer of viewers) viewer.end({ cause: "sandbox-ended", detail: "over" });
    };
    const requireDevice = vi.fn<(caller: Caller) => Promise<never>>().mockResolvedValue({} as never);
    const sandboxes = { requireDevice, get: async () => ({}) };
    const devices = { get: async () => session as DeviceSession };
    const log = { warn: vi.fn<() => void>() };
    const alive = new Set(["one", "two"]);
    const serverOf = (id: string, change: Partial<RecordingStore> = {}, memory = new RecordingMemory()) => {
      const replica = { id, isAlive: async (other: string) => alive.has(other) };
      const store = { ...createRecordingStore(database()), ...change };
      const parts = { store, storage, sandboxes, devices, replica, log };
      const server = createRecordingService(parts, clock, memory);
      onTestFinished(() => server.closeAll());
      return server;
    };
    const fetchFilm = async (storageKey: string) => {
      const { pathname, searchParams } = new URL(await storage.presign("sbx_1", storageKey), "http://localhost");
      const object = await storage.open(pathname.split("/").at(-1) ?? "", searchParams.get("token") ?? "");
      return readFilm(Uint8Array.from(await buffer(object.read(0, object.sizeBytes, (work) => work()))));
    };
    return { serverOf, fetchFilm, show, endScreen, screen, viewers, alive, time, log, sandboxes };
  }
  const refusal = (code: string) => expect.objectContaining({ code });

  test("is an MP4 file with each picture from when it came to the next one", async () => {
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

  test("takes the place of the one before, and is kept when its device ends", async () => {
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

  test.each(["goes on", "has ended"])(
    "that %s stays where another cannot begin, of which nothing is stored",
    async (how) => {
      const { serverOf, fetchFilm, show, endScreen, screen, time } = await open();
      const server = serverOf("one");
      await server.start(ada, "sbx_1");
      show("config");
      show("key");
      show("delta", 101_000);
      if (how === "has ended") endScreen();
      screen.codec = "png";
      await expect(server.start(ada, "sbx_1")).rejects.toEqual(refusal("recording_unavailable"));
      const stored = await database()
        .selectFrom("storedObjects")
        .select("id")
        .where("sandboxId", "=", "sbx_1")
        .execute();
      expect(stored).toHaveLength(1);
      if (how === "goes on") show("delta", 102_000);
      time.now = 103_000;
      const { pictures } = await fetchFilm(await server.stop(ada, "sbx_1"));
      expect(pictures).toHaveLength(how === "goes on" ? 3 : 2);
    },
  );

  test("that cannot be noted is none, and the one before goes on", async () => {
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

  test("is ended through another server, and is what was stored if its own is gone", async () => {
    const { serverOf, fetchFilm, show, time, alive } = await open();
    const [one, two] = [serverOf("one"), serverOf("two")];
    await one.start(ada, "sbx_1");
    show("config");
    show("key");
    time.now += 1_000;
    const stopped = two.stop(ada, "sbx_1");
    await expect.poll(() => database().selectFrom("recordings").select("askedMs").execute()).toEqual([{ askedMs: 0 }]);
    await one.answerOthers();
    expect((await fetchFilm(await stopped)).pictures).toEqual([["key", 0, 1]]);
    await one.start(ada, "sbx_1");
    alive.delete("one");
    expect(await two.stop(ada, "sbx_1")).toMatch(/^storage:/);
  });

  /** Of how many recordings a server has asked another. */
  const asked = async () =>
    (await database().selectFrom("recordings").select("kind").where("askedMs", "is not", null).execute()).length;

  test("of one sandbox is answered to another server while work on one of another sandbox takes long", async () => {
    const { serverOf, show } = await open();
    const second = { ...newSandboxRow("sbx_2", 2), state: "running" as const };
    await database().insertInto("sandboxes").values(second).execute();
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const one = serverOf("one", {
      async put(recording, seen) {
        if (recording.kind === "rewind") {
          reached.resolve();
          await go.promise;
        }
        return createRecordingStore(database()).put(recording, seen);
      },
    });
    const two = serverOf("two");
    await one.start(ada, "sbx_1");
    await one.start(ada, "sbx_2");
    show("config");
    show("key");
    const slow = one.enableRewind(ada, "sbx_1");
    await reached.promise;
    const waits = two.stop(ada, "sbx_1");
    await expect.poll(asked).toBe(1);
    await one.answerOthers();
    const other = two.stop(ada, "sbx_2");
    await expect.poll(asked).toBe(2);
    await one.answerOthers();
    expect(await other).toMatch(/^storage:/);
    go.resolve();
    await slow;
    expect(await waits).toMatch(/^storage:/);
  });

  test("is answered by each of two servers that ask each other for one of the same sandbox at once", async () => {
    const { serverOf, show } = await open();
    const [one, two] = [serverOf("one"), serverOf("two")];
    await one.start(ada, "sbx_1");
    await two.enableRewind(ada, "sbx_1");
    show("config");
    show("key");
    const both = [two.stop(ada, "sbx_1"), one.extractRewind(ada, "sbx_1")];
    await expect.poll(asked).toBe(2);
    await one.answerOthers();
    await two.answerOthers();
    for (const key of await Promise.all(both)) expect(key).toMatch(/^storage:/);
  });

  test("that takes the place of one which another server is asked to end goes on", async () => {
    const { serverOf, fetchFilm, show, time } = await open();
    const [one, two] = [serverOf("one"), serverOf("two")];
    await one.start(ada, "sbx_1");
    const stopped = two.stop(ada, "sbx_1").catch((error: unknown) => error);
    await expect.poll(asked).toBe(1);
    await one.start(ada, "sbx_1");
    await one.answerOthers();
    expect(await stopped).toEqual(refusal("not_recording"));
    show("config");
    show("key");
    time.now += 1_000;
    expect((await fetchFilm(await one.stop(ada, "sbx_1"))).pictures).toEqual([["key", 0, 1]]);
  });

  /** Stores of which some steps wait until they are let go; `reached` resolves when the first of them waits. */
  function held() {
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store = createRecordingStore(database());
    const wait =
      <Args extends unknown[], Result>(step: (...args: Args) => Promise<Result>) =>
      async (...args: Args) => {
        reached.resolve();
        await go.promise;
        return step(...args);
      };
    return { store, wait, reached: reached.promise, go: go.resolve };
  }

  test.each(["ask for", "give", "forget"])(
    "that another server begins while others are to %s the one before it goes on",
    async (step) => {
      const { serverOf, fetchFilm, show, time, alive } = await open();
      alive.add("three");
      const { store, wait, reached, go } = held();
      const one = serverOf("one", step === "give" ? { answer: wait((seen, key) => store.answer(seen, key)) } : {});
      const asks: Partial<RecordingStore> = { ask: wait((seen, askedMs) => store.ask(seen, askedMs)) };
      const forgets: Partial<RecordingStore> = { deleteSeen: wait((seen) => store.deleteSeen(seen)) };
      const two = serverOf("two", step === "ask for" ? asks : step === "forget" ? forgets : {});
      const three = serverOf("three");
      await one.start(ada, "sbx_1");
      const stopped = two.stop(ada, "sbx_1").catch((error: unknown) => error);
      await expect.poll(asked).toBe(step === "ask for" ? 0 : 1);
      await one.answerOthers();
      await reached;
      await three.start(ada, "sbx_1");
      go();
      expect(await stopped).toEqual(refusal("not_recording"));
      expect(await asked()).toBe(0);
      show("config");
      show("key");
      time.now += 1_000;
      const later = two.stop(ada, "sbx_1");
      await expect.poll(asked).toBe(1);
      await three.answerOthers();
      expect((await fetchFilm(await later)).pictures).toEqual([["key", 0, 1]]);
    },
  );

  test("that was ended before another server had begun one in its place is kept", async () => {
    const { serverOf, fetchFilm, show, time } = await open();
    const { store, wait, reached, go } = held();
    const [one, two] = [serverOf("one"), serverOf("two", { put: wait((begun, seen) => store.put(begun, seen)) })];
    await one.start(ada, "sbx_1");
    show("config");
    show("key");
    time.now += 1_000;
    const begun = two.start(ada, "sbx_1");
    await reached;
    const key = await one.stop(ada, "sbx_1");
    go();
    await begun;
    expect((await fetchFilm(key)).pictures).toEqual([["key", 0, 1]]);
    expect(await two.stop(ada, "sbx_1")).not.toBe(key);
  });

  test("that two servers begin at once is the later one, and no other goes on or is stored", async () => {
    const { serverOf, viewers } = await open();
    const { store, wait, reached, go } = held();
    const [one, two] = [serverOf("one", { put: wait((begun, seen) => store.put(begun, seen)) }), serverOf("two")];
    const begun = one.start(ada, "sbx_1");
    await reached;
    await two.start(ada, "sbx_1");
    go();
    await begun;
    await two.answerOthers();
    expect(viewers.size).toBe(1);
    const key = await one.stop(ada, "sbx_1");
    expect(viewers.size).toBe(0);
    const kept = await database().selectFrom("storedObjects").select("id").where("sandboxId", "=", "sbx_1").execute();
    expect(kept.map(({ id }) => id)).toEqual([expect.stringMatching(key.split("/").at(-1) ?? "")]);
  });

  test("is ended through a server whose own it has taken the place of", async () => {
    const { serverOf, fetchFilm, show, time } = await open();
    const [one, two] = [serverOf("one"), serverOf("two")];
    await one.start(ada, "sbx_1");
    await two.start(ada, "sbx_1");
    show("config");
    show("key");
    time.now += 1_000;
    const stopped = one.stop(ada, "sbx_1");
    await expect.poll(asked).toBe(1);
    await two.answerOthers();
    expect((await fetchFilm(await stopped)).pictures).toEqual([["key", 0, 1]]);
  });

  test("goes back to the last seconds where rewind is on, through any server", async () => {
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

  test("stays on when other servers are answered while it is being switched on", async () => {
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

  test("ends with what there is when a device sends more than is held, and no key frame with which it could be stored", async () => {
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

  test("that is begun very often at once is one, and most of it is refused", async () => {
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

  test("whoever may not reach the sandbox takes nobody's turn", async () => {
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

  test("what was kept to go back is stored for so many calls of one user at once, whatever others ask for", async () => {
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

  test("gives back where all hold too much: what was kept longest goes, and a recording ends with what there is", async () => {
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

  test("is refused of a screen that is shown as pictures", async () => {
    const { serverOf, screen, viewers } = await open();
    screen.codec = "png";
    const server = serverOf("one");
    await expect(server.start(ada, "sbx_1")).rejects.toEqual(refusal("recording_unavailable"));
    await expect(server.enableRewind(ada, "sbx_1")).rejects.toEqual(refusal("recording_unavailable"));
    expect(viewers.size).toBe(0);
  });
});

test("what is kept to go back is bounded in time and bytes, from one key frame to the next", () => {
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

test("what is kept to go back is bounded too where a device sends much beside its pictures, or very many of nothing", () => {
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
