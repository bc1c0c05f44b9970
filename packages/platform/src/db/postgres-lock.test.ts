import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../base/config-error.ts";
import { type PostgresCluster, queryOnce, startPostgresCluster } from "../testing/postgres-cluster.ts";
import { lockPostgres, type PostgresLockMode } from "./postgres-lock.ts";

// A separate cluster, since the tests stop it.
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

/** Takes the lock and records its events. */
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

/** Ends every other connection to a database, like an operator or a firewall. */
async function cutOthers(address: string, query = "select pg_backend_pid()"): Promise<void> {
  const client = new Client(address);
  await client.connect();
  // Runs first, because disconnected servers reconnect at once.
  await client.query(query);
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
}

describe("the lock of a database's only server", () => {
  test("rejects a second server until the first has left", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    await expect(hold(address, "second")).rejects.toThrow(ConfigError);
    await first.lock.release();
    const second = await hold(address, "second");
    expect(second.happened).toEqual([]);
  });

  test("is regained after a PostgreSQL restart, before a waiting server", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    postgres.crash();
    await postgres.start();
    await expect(hold(address, "second")).rejects.toThrow(ConfigError);
    expect(first.happened).toEqual(["lost", "regained"]);
  });

  test("is regained after its connection was cut", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    await cutOthers(address);
    await expect.poll(() => first.happened).toEqual(["lost", "regained"]);
  });

  test("can be released while it is being regained", async () => {
    const address = await emptyDatabase();
    const { lock, happened } = await hold(address, "first");
    const client = new Client(address);
    await client.connect();
    // The lock's holder is read when the lock is regained; this blocks the read.
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

  test("is lost while PostgreSQL does not answer, then regained", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    postgres.freeze();
    await expect.poll(() => first.happened).toEqual(["lost"]);
    postgres.thaw();
    await expect.poll(() => first.happened).toEqual(["lost", "regained"]);
  });

  test("detects another holder in between, even one that has left", async () => {
    const address = await emptyDatabase();
    const first = await hold(address, "first");
    await cutOthers(address, "update settings set value = 'second' where key = 'server.holder'");
    await expect.poll(() => first.happened).toEqual(["lost", "taken"]);
  });

  test("of a killed server is returned to its data directory at once", async () => {
    const address = await emptyDatabase();
    const insert = "insert into settings (key, value) values ('server.holder', 'killed')";
    await cutOthers(address, insert);
    const again = await hold(address, "killed");
    await again.lock.release();
    await cutOthers(address, insert);
    const other = await hold(address, "other");
    expect(other.happened).toEqual([]);
  });

  test("can be shared, and then excludes an exclusive server", async () => {
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

  test("when shared, is regained by all before an exclusive server", async () => {
    const address = await emptyDatabase();
    const sharers = [await hold(address, "first", "shared"), await hold(address, "second", "shared")];
    postgres.crash();
    await postgres.start();
    await expect(hold(address, "alone")).rejects.toThrow(ConfigError);
    for (const { happened } of sharers) expect(happened).toEqual(["lost", "regained"]);
  });

  test("when shared, detects an exclusive holder in between", async () => {
    const address = await emptyDatabase();
    const sharer = await hold(address, "first", "shared");
    await cutOthers(address, "update settings set value = 'alone' where key = 'server.holder'");
    await expect.poll(() => sharer.happened).toEqual(["lost", "taken"]);
  });
});
