import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../base/config-error.ts";
import { type PostgresCluster, queryOnce, startPostgresCluster } from "../testing/postgres-cluster.ts";
import { lockPostgres, type PostgresLockMode } from "./postgres-lock.ts";

// Of its own, since tests stop it.
let postgres: PostgresCluster;
let count = 0;
beforeAll(async () => {
  postgres = await startPostgresCluster();
});
afterAll(() => postgres.stop());

async function emptyDatabase(): Promise<string> {
  const name = `test_${count++}`;
  await queryOnce(postgres.address("postgres"), `create database ${name} template migrated`);
  return postgres.address(name);
}

/** Takes the lock, and tells of what becomes of it. */
async function hold(connectionString: string, serverId: string, mode: PostgresLockMode = "alone") {
  const happened: string[] = [];
  const lock = await lockPostgres({
    connectionString,
    mode,
    serverId,
    use: async () => {},
    onLost: () => happened.push("lost"),
    onRegained: () => happened.push("regained"),
    onTaken: () => happened.push("taken"),
  });
  onTestFinished(() => lock.release());
  return { lock, happened };
}

/** Ends every connection to a database that another one has, as an operator or a firewall may. */
async function cutOthers(address: string, query = "select pg_backend_pid()"): Promise<void> {
  const client = new Client(address);
  await client.connect();
  // First: who was cut off comes back at once.
  await client.query(query);
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
}

describe("the lock that makes a server the only one on a database", () => {
  test("refuses a second server while the first is there, and lets it in afterwards", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    await expect(hold(address, "second")).rejects.toThrow(ConfigError);
    await first.lock.release();
    const second = await hold(address, "second");
    expect(second.happened).toEqual([]);
  });

  test("is regained after PostgreSQL restarted, before a second server that waits for it", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    postgres.crash();
    await postgres.start();
    await expect(hold(address, "second")).rejects.toThrow(ConfigError);
    expect(first.happened).toEqual(["lost", "regained"]);
  });

  test("is regained when its connection was cut", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    await cutOthers(address);
    await expect.poll(() => first.happened).toEqual(["lost", "regained"]);
  });

  test("is let go of also in the moment in which it is regained", async () => {
    const address = await emptyDatabase();
    const { lock, happened } = await hold(address, "first");
    const client = new Client(address);
    await client.connect();
    // Who has the lock is asked when it is regained, and not answered for as long as this lasts.
    await client.query("begin");
    await client.query("lock table settings in access exclusive mode");
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const asking = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(() => queryOnce(address, asking)).toHaveLength(1);
    const released = lock.release();
    await client.query("commit");
    await released;
    expect(happened).toEqual(["lost"]);
    const free = await client.query<{ isFree: boolean }>(`select pg_try_advisory_lock(7378697629) as "isFree"`);
    expect(free.rows).toEqual([{ isFree: true }]);
    await client.end();
  });

  test("is lost when PostgreSQL no longer answers, and regained when it does", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    postgres.freeze();
    await expect.poll(() => first.happened).toEqual(["lost"]);
    postgres.thaw();
    await expect.poll(() => first.happened).toEqual(["lost", "regained"]);
  });

  test("is known to be another's by then, also if that one has gone again", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    await cutOthers(address, "update settings set value = 'second' where key = 'server.holder'");
    await expect.poll(() => first.happened).toEqual(["lost", "taken"]);
  });

  test("of a server that did not let go is taken by the same data directory at once, by another when it stays free", async () => {
    const address = await emptyDatabase();
    const insert = "insert into settings (key, value) values ('server.holder', 'killed')";
    await cutOthers(address, insert);
    const again = await hold(address, "killed");
    await again.lock.release();
    await cutOthers(address, insert);
    const other = await hold(address, "other");
    expect(other.happened).toEqual([]);
  });

  test("is shared by servers that ask for that, and keeps out one that wants to be alone until the last has gone", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first", "shared");
    const second = await hold(address, "second", "shared");
    await first.lock.release();
    await expect(hold(address, "alone")).rejects.toThrow("embedded");
    await second.lock.release();
    const alone = await hold(address, "alone");
    await expect(hold(address, "third", "shared")).rejects.toThrow("has it for itself");
    expect(alone.happened).toEqual([]);
  });

  test("that is shared is regained by all after PostgreSQL restarted, before a server that wants to be alone", async () => {
    const address = await emptyDatabase();
    const sharers = [await hold(address, "first", "shared"), await hold(address, "second", "shared")];
    postgres.crash();
    await postgres.start();
    await expect(hold(address, "alone")).rejects.toThrow(ConfigError);
    for (const { happened } of sharers) expect(happened).toEqual(["lost", "regained"]);
  });

  test("that is shared is known to be another's if a server that is alone had it meanwhile", async () => {
    const address = await emptyDatabase();
    const sharer = await hold(address, "first", "shared");
    await cutOthers(address, "update settings set value = 'alone' where key = 'server.holder'");
    await expect.poll(() => sharer.happened).toEqual(["lost", "taken"]);
  });
});
