import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { expect, test } from "vitest";
import { createRateWindows } from "./rate-windows.ts";

describeOnBothDatabases("counts of calls over all servers", (database) => {
  test("rise until the window ends, on any server", async () => {
    const time = { now: 1_000_000 };
    const [first, second] = [0, 1].map(() => createRateWindows(database(), () => time.now));
    expect(await first?.count("ada", 60_000)).toEqual({ calls: 1, leftMs: 60_000 });
    time.now += 59_999;
    expect(await second?.count("ada", 60_000)).toEqual({ calls: 2, leftMs: 1 });
    expect(await second?.count("ben", 60_000)).toEqual({ calls: 1, leftMs: 60_000 });
    time.now += 1;
    expect(await first?.count("ada", 60_000)).toEqual({ calls: 1, leftMs: 60_000 });
  });

  test("rise by the given number of calls", async () => {
    const windows = createRateWindows(database(), () => 1_000_000);
    expect(await windows.count("ada", 60_000, 30)).toMatchObject({ calls: 30 });
    expect(await windows.count("ada", 60_000, 30)).toMatchObject({ calls: 60 });
    expect(await windows.count("ada", 60_000)).toMatchObject({ calls: 61 });
  });

  test("count every call of a burst and expire", async () => {
    const time = { now: 1_000_000 };
    const windows = createRateWindows(database(), () => time.now);
    const counts = await Promise.all(Array.from({ length: 20 }, () => windows.count("ada", 60_000)));
    expect(Math.max(...counts.map(({ calls }) => calls))).toBe(20);
    time.now += 60_000;
    await windows.forget();
    expect(await database().selectFrom("rateWindows").selectAll().execute()).toEqual([]);
  });
});
