import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../base/config-error.ts";
import { describeOnBothDatabases, providePostgres, temporaryFolder } from "../testing/both-databases.ts";
import { openDatabase } from "./database.ts";
import { newId } from "./ids.ts";
import { connectPostgres } from "./postgres.ts";
import { lockDirectory, sqliteDialect } from "./sqlite.ts";

const organization = (id: string) => ({ id, name: "Ada's Team", createdAt: 1_763_717_667_000 });

describeOnBothDatabases("the database", (database) => {
  test("returns times and counts as numbers", async () => {
    await database().insertInto("organizations").values(organization("org_1")).execute();
    const row = await database().selectFrom("organizations").selectAll().executeTakeFirstOrThrow();
    const { count } = await database()
      .selectFrom("organizations")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect({ row, count }).toEqual({
      row: { ...organization("org_1"), creditsDollars: 0, firstApiKeyAt: null },
      count: 1,
    });
  });

  test("rolls back failed transactions and excludes other writers meanwhile", async () => {
    const failing = database()
      .transaction()
      .execute(async (transaction) => {
        await transaction.insertInto("organizations").values(organization("org_1")).execute();
        throw new Error("no");
      });
    const other = database().insertInto("organizations").values(organization("org_2")).execute();
    await expect(failing).rejects.toThrow("no");
    await other;
    const rows = await database().selectFrom("organizations").select("id").execute();
    expect(rows).toEqual([{ id: "org_2" }]);
  });

  test("rejects a row with a missing owner", async () => {
    const orphan = { organizationId: "org_none", userId: "usr_none", role: "owner" as const, createdAt: 0 };
    await expect(database().insertInto("memberships").values(orphan).execute()).rejects.toThrow(/foreign key/i);
  });
});

const folder = temporaryFolder();

test("keeps its content when opened again", async () => {
  const file = path.join(folder, "again.db");
  const first = await openDatabase(sqliteDialect(file));
  await first.insertInto("organizations").values(organization("org_1")).execute();
  await first.destroy();
  const second = await openDatabase(sqliteDialect(file));
  expect(await second.selectFrom("organizations").select("id").execute()).toEqual([{ id: "org_1" }]);
  await second.destroy();
});

test("restricts new and existing database files to the server's user", async () => {
  const open = await openDatabase(sqliteDialect(path.join(folder, "private.db")));
  await open.insertInto("organizations").values(organization("org_1")).execute();
  const files = ["private.db", "private.db-shm", "private.db-wal"].map((name) => path.join(folder, name));
  const modes = () => files.map((file) => statSync(file).mode & 0o777);
  expect(modes()).toEqual([0o600, 0o600, 0o600]);

  for (const file of files) chmodSync(file, 0o644);
  const again = await openDatabase(sqliteDialect(path.join(folder, "private.db")));
  expect(modes()).toEqual([0o600, 0o600, 0o600]);
  await again.destroy();
  await open.destroy();
});

const postgres = providePostgres();

test("migrates one PostgreSQL from several starting servers", async () => {
  const address = await postgres.createDatabase();
  const databases = await Promise.all(
    Array.from({ length: 3 }, () => openDatabase(connectPostgres(address, () => {}).dialect)),
  );
  for (const database of databases)
    expect(await database.selectFrom("organizations").selectAll().execute()).toEqual([]);
  await Promise.all(databases.map((database) => database.destroy()));
});

const IN_USE = /^TERRARIUM_DATA_DIR .+ is used by another server: /;

test("rejects a second server until the directory is released", () => {
  const directory = path.join(folder, "locked");
  const first = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(IN_USE);
  first.release();
  lockDirectory(directory).release();
});

test("distinguishes an unusable directory from one in use", () => {
  const directory = path.join(folder, "broken");
  mkdirSync(directory);
  writeFileSync(path.join(directory, "server.lock"), "no database, and longer than the head of one".repeat(100));
  expect(() => lockDirectory(directory)).toThrow(
    new ConfigError(`TERRARIUM_DATA_DIR ${directory} cannot be written: file is not a database`),
  );
});

function errorOf(task: () => unknown): unknown {
  try {
    return task();
  } catch (error) {
    return error;
  }
}

/** Locks the directory and inserts rows endlessly; prints each id after the database acknowledged it. */
const WRITER = `
  const { writeSync } = await import("node:fs");
  const [root, directory] = process.argv.slice(1);
  const { openDatabase } = await import(root + "/database.ts");
  const { lockDirectory, sqliteDialect } = await import(root + "/sqlite.ts");
  globalThis.lock = lockDirectory(directory);
  const db = await openDatabase(sqliteDialect(directory + "/terrarium.db"));
  for (let i = 0; ; i++) {
    await db.insertInto("organizations").values({ id: "org_" + i, name: "x", createdAt: i }).execute();
    // Synchronous, because this loop never yields to the event loop; the reader limits its speed.
    writeSync(1, "org_" + i + "\\n");
  }
`;

test("loses no acknowledged write and frees its lock when killed", async () => {
  const directory = path.join(folder, "killed");
  const root = path.dirname(fileURLToPath(import.meta.url));
  const child = spawn(process.execPath, ["--input-type=module", "--eval", WRITER, root, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  const secondLocks: unknown[] = [];
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.length > 2_000 && !child.killed) {
      secondLocks.push(errorOf(() => lockDirectory(directory)));
      child.kill("SIGKILL");
    }
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  const acknowledged = printed.split("\n").slice(0, -1);

  lockDirectory(directory).release();
  const database = new DatabaseSync(path.join(directory, "terrarium.db"));
  const kept = new Set(
    database
      .prepare("select id from organizations")
      .all()
      .map((row) => row.id),
  );
  database.close();
  expect(secondLocks).toEqual([expect.objectContaining({ message: expect.stringMatching(IN_USE) })]);
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

test("creates unique ids that sort by time", () => {
  const early = newId("sbx", 1_763_717_667_000);
  expect(early).toMatch(/^sbx_[0-9a-z]{20}$/);
  expect(early < newId("sbx", 1_763_717_667_001)).toBe(true);
  expect(new Set(Array.from({ length: 1_000 }, () => newId("sbx", 0))).size).toBe(1_000);
});
