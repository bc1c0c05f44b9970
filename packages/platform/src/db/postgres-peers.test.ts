import { mkdirSync } from "node:fs";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { BusTopic } from "../base/bus.ts";
import { temporaryFolder } from "../testing/both-databases.ts";
import { type PostgresCluster, queryOnce, startPostgresCluster } from "../testing/postgres-cluster.ts";
import { openServerDatabase } from "./configured-database.ts";

// A separate cluster, since the tests stop it.
let postgres: PostgresCluster;
let count = 0;
beforeAll(async () => {
  postgres = await startPostgresCluster();
});
afterAll(() => postgres.stop());
const folder = temporaryFolder();

async function emptyDatabase(): Promise<string> {
  const name = `test_${count++}`;
  await queryOnce(postgres.address("postgres"), `create database ${name} template migrated`);
  return postgres.address(name);
}

/** Opens a server's database and records the notices of others. */
async function join(databaseUrl: string, providers: readonly string[] = []) {
  const dataDir = path.join(folder, String(count++));
  mkdirSync(dataDir);
  const options = {
    mode: "shared" as const,
    providers,
    onQuery: undefined,
    beforeWrite: () => undefined,
    onTaken: () => undefined,
  };
  const { db, peers, close } = await openServerDatabase({ dataDir, databaseUrl }, pino({ level: "silent" }), options);
  let closing: Promise<void> | undefined;
  const leave = () => (closing ??= close());
  onTestFinished(leave);
  const heard: [BusTopic, string | undefined][] = [];
  const led: string[] = [];
  for (const topic of ["access", "sandbox-ended", "budget"] as const)
    peers.bus.hear(topic, (payload) => void heard.push([topic, payload]));
  peers.leadership.onLeading(() => led.push("leads"));
  return { ...peers, db, heard, led, leave };
}

describe("servers that share a PostgreSQL database", () => {
  test("receive each other's notices once, without duplicates", async () => {
    const address = await emptyDatabase();
    const [first, second, third] = [await join(address), await join(address), await join(address)];
    first.bus.tell("budget", "org_1");
    first.bus.tell("sandbox-ended", "one");
    first.bus.tell("sandbox-ended", "two");
    first.bus.tell("sandbox-ended", "two");
    const told = [
      ["budget", "org_1"],
      ["sandbox-ended", "one"],
      ["sandbox-ended", "two"],
    ];
    await expect.poll(() => [second.heard, third.heard], { interval: 5 }).toEqual([told, told]);
    expect(first.heard).toEqual([]);
    expect(second.bus.counts()).toEqual({ told: 0, heard: 3 });
    // Others may receive a notice before its sender has PostgreSQL's response.
    await expect.poll(() => first.bus.counts(), { interval: 5 }).toEqual({ told: 3, heard: 0 });
  });

  test("refresh everything after too many or too large notices", async () => {
    const address = await emptyDatabase();
    const [first, second] = [await join(address), await join(address)];
    first.bus.tell("sandbox-ended", "x".repeat(10_000));
    await expect.poll(() => second.heard).toEqual([["sandbox-ended", undefined]]);
    for (let i = 0; i < 5_000; i += 1) first.bus.tell("budget", String(i));
    await expect.poll(() => second.heard.at(-1)).toEqual(["budget", undefined]);
    expect(second.heard.length).toBeLessThan(1_500);
  });

  test("resume notices and refresh everything after a PostgreSQL restart", async () => {
    const address = await emptyDatabase();
    const [first, second] = [await join(address), await join(address)];
    postgres.crash();
    first.bus.tell("budget", "org_1");
    await expect.poll(() => [first.isAdmitted(), second.isAdmitted()]).toEqual([false, false]);
    await postgres.start();
    await expect.poll(() => second.heard).toContainEqual(["sandbox-ended", undefined]);
    await expect.poll(() => first.isAdmitted()).toBe(true);
    second.heard.length = 0;
    first.bus.tell("access");
    await expect.poll(() => second.heard).toContainEqual(["access", ""]);
  });

  test("have one leader, and elect another after its end", async () => {
    const address = await emptyDatabase();
    const [first, second, third] = [await join(address), await join(address), await join(address)];
    const leaders = () => [first, second, third].filter(({ leadership }) => leadership.isLeader());
    expect(leaders()).toEqual([first]);
    expect(first.led).toEqual([]);
    await first.leave();
    await expect.poll(leaders).toHaveLength(1);
    const [leader] = leaders();
    expect(leader?.led).toEqual(["leads"]);
    await queryOnce(
      address,
      "select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database where locktype = 'advisory' and datname = current_database() and mode = 'ExclusiveLock'",
    );
    await expect.poll(() => leaders().length).toBe(1);
    postgres.crash();
    await expect.poll(leaders).toEqual([]);
    await postgres.start();
    await expect.poll(() => leaders().length).toBe(1);
  });

  test("run exclusive work one at a time", async () => {
    const address = await emptyDatabase();
    const [first, second] = [await join(address), await join(address)];
    const done: string[] = [];
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const long = first.alone("claim", async () => {
      begin();
      await over;
      return "first";
    });
    await begun;
    const work = async () => (done.push("second"), "second");
    expect(await second.alone("claim", work)).toBeUndefined();
    expect(await first.alone("claim", work)).toBeUndefined();
    expect(await second.alone("another", work)).toBe("second");
    end();
    expect(await long).toBe("first");
    expect(await second.alone("claim", work)).toBe("second");
    await expect(first.alone("claim", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await second.alone("claim", work)).toBe("second");
    postgres.crash();
    await expect.poll(() => second.isAdmitted()).toBe(false);
    expect(await second.alone("claim", work)).toBeUndefined();
    await postgres.start();
    await expect.poll(() => second.alone("claim", work)).toBe("second");
    expect(done.length).toBeGreaterThanOrEqual(4);
  });

  test("share their provider lists, also after a restart", async () => {
    const address = await emptyDatabase();
    const [first, second] = [await join(address, ["docker"]), await join(address, ["docker", "kubernetes"])];
    const third = await join(address, ["kubernetes"]);
    const provided = () => Promise.all(["docker", "kubernetes", "adb"].map((name) => first.isProvidedElsewhere(name)));
    expect(await provided()).toEqual([true, true, false]);
    await second.leave();
    await expect.poll(provided).toEqual([false, true, false]);
    postgres.crash();
    await expect.poll(() => [first.isAdmitted(), third.isAdmitted()]).toEqual([false, false]);
    await postgres.start();
    await expect.poll(provided).toEqual([false, true, false]);
    await third.leave();
    await expect.poll(provided).toEqual([false, false, false]);
  });

  test("use the database's clock", async () => {
    const { clock } = await join(await emptyDatabase());
    expect(Math.abs(clock() - Date.now())).toBeLessThan(10_000);
  });
});
