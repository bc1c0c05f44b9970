import { pino } from "pino";
import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../testing/both-databases.ts";
import { createReplicas } from "./service.ts";
import { createReplicaStore } from "./store.ts";

describeOnBothDatabases("the servers on a database", (database) => {
  /** Creates servers with one clock. */
  function open() {
    const time = { now: 1_000_000 };
    const start = () => createReplicas(createReplicaStore(database()), () => time.now, pino({ level: "silent" }));
    return { time, start };
  }

  test("know their number and the live ones", async () => {
    const { start } = open();
    const [first, second] = [start(), start()];
    await first.beat();
    expect(first.aliveCount()).toBe(1);
    await second.beat();
    await first.beat();
    expect([first.aliveCount(), second.aliveCount()]).toEqual([2, 2]);
    expect(await second.isAlive(first.id)).toBe(true);
    await first.leave();
    expect(await second.isAlive(first.id)).toBe(false);
  });

  test("drop one silent for ten seconds until it returns", async () => {
    const { time, start } = open();
    const [alive, silent] = [start(), start()];
    await silent.beat();
    await alive.beat();
    time.now += 10_000;
    await alive.beat();
    expect(await alive.reap()).toBe(false);
    time.now += 1;
    await alive.beat();
    expect(await alive.reap()).toBe(true);
    expect([await alive.isAlive(silent.id), await alive.isAlive(alive.id)]).toEqual([false, true]);
    await silent.beat();
    expect(await alive.isAlive(silent.id)).toBe(true);
  });

  test("a suspended one is recorded before it starts critical work", async () => {
    const { time, start } = open();
    const [alive, sleeper] = [start(), start()];
    await sleeper.beat();
    await alive.beat();
    for (let beats = 0; beats < 6; beats++) {
      time.now += 2_000;
      await alive.beat();
    }
    await alive.reap();
    expect(await alive.isAlive(sleeper.id)).toBe(false);
    await sleeper.beSeen();
    expect(await alive.isAlive(sleeper.id)).toBe(true);
    expect(await alive.reap()).toBe(false);
  });

  test("get extra time after a database outage", async () => {
    const { time, start } = open();
    const broken = { isAway: false };
    const store = createReplicaStore(database());
    const see: typeof store.see = (...args) => (broken.isAway ? Promise.reject(new Error("away")) : store.see(...args));
    const one = createReplicas({ ...store, see }, () => time.now, pino({ level: "silent" }));
    const other = start();
    await one.beat();
    await other.beat();
    broken.isAway = true;
    time.now += 60_000;
    await expect(one.beat()).rejects.toThrow("away");
    broken.isAway = false;
    await one.beat();
    expect(await one.reap()).toBe(false);
    expect(await one.isAlive(other.id)).toBe(true);
  });
});
