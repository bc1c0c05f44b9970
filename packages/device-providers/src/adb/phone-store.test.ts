import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { expect, test } from "vitest";
import { createPhoneStore, OFFLINE_FAILURES, type PhoneFacts } from "./phone-store.ts";

const ROUTE = "adb://host:5037/one";
const OTHER = "10.0.0.2:5555";
const FACTS: PhoneFacts = { model: "Pixel", release: "15", widthPx: 1080, heightPx: 2400, batteryPercent: 80 };

describeOnBothDatabases("phones", (database) => {
  /** Opens the store of one server; each server has its own. */
  const open = () => createPhoneStore(database());
  const find = async (route: string) => (await open().list()).find((phone) => phone.route === route);

  async function addFree(...routes: string[]) {
    const store = open();
    await store.add(routes);
    for (const route of routes) await store.cleaned(route);
    return store;
  }

  test("cleans new phones first and keeps known ones unchanged", async () => {
    const store = open();
    await store.add([ROUTE, OTHER]);
    expect(await find(ROUTE)).toMatchObject({ state: "cleaning", sandboxId: null, facts: undefined });
    await store.cleaned(ROUTE);
    await store.add([ROUTE]);
    expect(await find(ROUTE)).toMatchObject({ state: "free" });
    expect(await find(OTHER)).toMatchObject({ state: "cleaning" });
  });

  test("leases a phone once until it is released and cleaned", async () => {
    const store = await addFree(ROUTE, OTHER);
    const wanting = Array.from({ length: 20 }, (_, i) => open().lease(ROUTE, `sbx_${i}`, i));
    const leased = (await Promise.all(wanting)).filter((phone) => phone !== undefined);
    expect(leased).toHaveLength(1);
    const sandboxId = leased[0]?.sandboxId ?? "";
    expect(await store.ofSandbox(sandboxId)).toMatchObject({ route: ROUTE, state: "leased" });
    expect(await find(OTHER)).toMatchObject({ state: "free" });

    const released = await Promise.all([open().release(sandboxId), open().release(sandboxId)]);
    expect(released.filter((route) => route !== undefined)).toEqual([ROUTE]);
    expect(await store.lease(ROUTE, "sbx_next", 1)).toBeUndefined();
    await store.cleaned(ROUTE);
    expect(await store.lease(ROUTE, "sbx_next", 1)).toMatchObject({ sandboxId: "sbx_next" });
  });

  test("grants checks and cleanings to one server at a time", async () => {
    await open().add([ROUTE]);
    const count = async (claims: Promise<boolean>[]) => (await Promise.all(claims)).filter(Boolean).length;
    const all = Array.from({ length: 10 }, open);
    expect(await count(all.map((store) => store.claimCheck(ROUTE, 1_000, 500)))).toBe(1);
    expect(await count(all.map((store) => store.claimCleaning(ROUTE, 1_000, 2_000)))).toBe(1);
    expect(await open().claimCleaning(ROUTE, 1_999, 3_000)).toBe(false);
    expect(await open().keepCleaning(ROUTE, 2_000, 2_500)).toBe(true);
    expect(await open().claimCleaning(ROUTE, 2_000, 3_000)).toBe(false);
    expect(await open().claimCleaning(ROUTE, 2_500, 3_000)).toBe(true);
  });

  test("ignores the results of an outdated cleaning claim", async () => {
    const store = open();
    await store.add([ROUTE]);
    await store.claimCleaning(ROUTE, 1_000, 2_000);
    await store.claimCleaning(ROUTE, 2_000, 3_000);
    expect(await store.keepCleaning(ROUTE, 2_000, 4_000)).toBe(false);
    await store.cleaned(ROUTE, 2_000, { packages: [], settings: {}, accounts: 0 });
    await store.notCleaned(ROUTE, 2_000, "it was too late", 9_000);
    expect(await find(ROUTE)).toMatchObject({ state: "cleaning", cleaningUntil: 3_000, cleaningFailures: 0 });
    expect(await find(ROUTE)).toMatchObject({ baseline: undefined });
    await store.cleaned(ROUTE, 3_000);
    expect(await find(ROUTE)).toMatchObject({ state: "free" });
  });

  test("lists the least recently used phone first", async () => {
    const store = await addFree(ROUTE, OTHER);
    await store.lease(OTHER, "sbx_1", 10);
    await store.release("sbx_1");
    await store.cleaned(OTHER);
    expect((await store.list()).map(({ route }) => route)).toEqual([ROUTE, OTHER]);
    await store.lease(ROUTE, "sbx_2", 20);
    expect((await store.list()).map(({ route }) => route)).toEqual([OTHER, ROUTE]);
  });

  test("does not lease an offline phone until it answers", async () => {
    const store = await addFree(ROUTE, OTHER);
    for (let i = 0; i < OFFLINE_FAILURES; i++) await store.missed(ROUTE, "no route to host");
    expect(await find(ROUTE)).toMatchObject({ failures: OFFLINE_FAILURES, detail: "no route to host" });
    expect(await store.lease(ROUTE, "sbx_1", 1)).toBeUndefined();
    await store.answered(ROUTE, FACTS, 5_000);
    expect(await find(ROUTE)).toMatchObject({ failures: 0, seenAt: 5_000, facts: FACTS });
    expect(await find(OTHER)).toMatchObject({ seenAt: 0, facts: undefined });
    expect(await store.lease(ROUTE, "sbx_1", 1)).toBeDefined();
  });

  test("quarantines after three failed cleanings, and retries after being offline", async () => {
    const store = open();
    await store.add([ROUTE]);
    for (let i = 1; i <= 3; i++) {
      expect(await find(ROUTE)).toMatchObject({ state: "cleaning" });
      await store.notCleaned(ROUTE, (i - 1) * 100, `failure ${i}`, i * 100);
    }
    expect(await find(ROUTE)).toMatchObject({ state: "quarantined", detail: "failure 3" });
    await store.answered(ROUTE, FACTS, 1);
    expect(await find(ROUTE)).toMatchObject({ state: "quarantined" });
    for (let i = 0; i < OFFLINE_FAILURES; i++) await store.missed(ROUTE, "gone");
    await store.answered(ROUTE, FACTS, 2);
    expect(await find(ROUTE)).toMatchObject({ state: "cleaning", cleaningFailures: 0, cleaningUntil: 0 });
  });

  test("lists other phones despite one with unreadable facts", async () => {
    const store = await addFree(ROUTE, OTHER);
    await store.answered(OTHER, FACTS, 1);
    const unreadable = { facts: JSON.stringify({ ...FACTS, widthPx: Infinity }), baseline: "{" };
    await database().updateTable("phones").set(unreadable).where("route", "=", ROUTE).execute();
    expect(await find(OTHER)).toMatchObject({ facts: FACTS });
    expect(await find(ROUTE)).toMatchObject({ facts: undefined, baseline: "unreadable" });
    expect(await store.lease(ROUTE, "sbx_1", 1)).toMatchObject({ facts: undefined });
    await store.answered(ROUTE, FACTS, 2);
    expect(await find(ROUTE)).toMatchObject({ facts: FACTS });
  });

  test("stores the baseline of a phone", async () => {
    const store = open();
    await store.add([ROUTE, OTHER]);
    const baseline = { packages: ["com.android.settings"], settings: { global: { a: "1" } }, accounts: 1 };
    await store.cleaned(ROUTE, 0, baseline);
    expect(await find(ROUTE)).toMatchObject({ baseline });
    expect(await find(OTHER)).toMatchObject({ baseline: undefined });
  });
});
