import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import { expect, test } from "vitest";
import { ANSWER_WITHIN_MS } from "./other-servers.ts";
import { createRecordingStore, type RecordingStore } from "./store.ts";
import { ada, openRecordings, refusal } from "./testing/open-recordings.ts";

describeOnBothDatabases("a recording on several servers", (database) => {
  const open = () => openRecordings(database());

  test("ends through another server, or returns a lost server's stored part", async () => {
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

  /** Returns the number of recordings that a server has requested from another. */
  const asked = async () =>
    (await database().selectFrom("recordings").select("kind").where("askedMs", "is not", null).execute()).length;

  test("is returned to another server during long work on others", async () => {
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

  test("is returned when two servers request from each other", async () => {
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

  test("returns the requested rewind length to each server", async () => {
    const { serverOf, fetchFilm, show, time, alive } = await open();
    alive.add("three");
    const one = serverOf("one");
    await one.enableRewind(ada, "sbx_1");
    show("config");
    for (const second of [100, 110, 120]) show("key", second * 1_000);
    time.now = 125_000;
    const lengths = [2_000, 10_000];
    const asking = ["two", "three"].map((id, i) => serverOf(id).extractRewind(ada, "sbx_1", lengths[i]));
    let given = 0;
    const films = asking.map(async (key) => {
      const film = await fetchFilm(await key);
      given += 1;
      return film;
    });
    await expect
      .poll(async () => {
        await one.answerOthers();
        return given;
      })
      .toBe(lengths.length);
    expect((await Promise.all(films)).map(({ pictures }) => pictures.at(-1)?.[2])).toEqual([2, 10]);
  });

  test("drops an uncollected rewind extract and serves the next request", async () => {
    const { serverOf, show, time } = await open();
    const [one, two] = [serverOf("one"), serverOf("two")];
    await one.enableRewind(ada, "sbx_1");
    show("config");
    show("key");
    const store = createRecordingStore(database());
    const find = async () => store.find({ sandboxId: "sbx_1", kind: "rewind" });
    const stored = async () =>
      (await database().selectFrom("storedObjects").select("id").where("sandboxId", "=", "sbx_1").execute()).length;
    const seen = await find();
    if (!seen) throw new Error("the rewind has no record");
    // A server sends a request, and ends.
    expect(await store.ask(seen, 2_000)).toBe(true);
    expect(await store.ask(seen, 3_000)).toBe(false);
    await one.answerOthers();
    await expect.poll(async () => (await find())?.storageKey).toMatch(/^storage:/);
    expect(await stored()).toBe(1);
    time.now += ANSWER_WITHIN_MS;
    await one.answerOthers();
    expect([await stored(), (await find())?.storageKey]).toEqual([0, null]);
    const next = two.extractRewind(ada, "sbx_1", 2_000);
    await expect.poll(asked).toBe(1);
    await one.answerOthers();
    expect(await next).toMatch(/^storage:/);
    time.now += ANSWER_WITHIN_MS;
    await one.answerOthers();
    expect(await stored()).toBe(1);
  });

  test("drops an uncollected extract with its rewind", async () => {
    const { serverOf, show } = await open();
    const one = serverOf("one");
    await one.enableRewind(ada, "sbx_1");
    show("config");
    show("key");
    const store = createRecordingStore(database());
    const find = async () => store.find({ sandboxId: "sbx_1", kind: "rewind" });
    const seen = await find();
    if (seen) await store.ask(seen, 2_000);
    await one.answerOthers();
    await expect.poll(async () => (await find())?.storageKey).toMatch(/^storage:/);
    await one.disableRewind(ada, "sbx_1");
    const kept = database().selectFrom("storedObjects").select("id").where("sandboxId", "=", "sbx_1").execute();
    expect(await kept).toEqual([]);
  });

  test("continues when another server ends its predecessor", async () => {
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

  /** Creates stores with steps that wait until released. `reached` resolves when the first of them waits. */
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
    "started elsewhere continues while others %s its predecessor",
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

  test("ended before its replacement started is kept", async () => {
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

  test("started on two servers at once keeps the later one", async () => {
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

  test("ends through a server with a replaced recording", async () => {
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
});
