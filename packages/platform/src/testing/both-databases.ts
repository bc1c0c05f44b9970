import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { openDatabase, type Database } from "../db/database.ts";
import { connectPostgres } from "../db/postgres.ts";
import { sqliteDialect } from "../db/sqlite.ts";
import { type PostgresCluster, queryOnce, startPostgresCluster } from "./postgres-cluster.ts";
import { removeFolder } from "./remove-folder.ts";

/** For tests: runs the same tests on SQLite and on PostgreSQL. Each starts with the current tables, empty. */
export function describeOnBothDatabases(name: string, tests: (database: () => Database) => void): void {
  describe(`${name} on SQLite`, () => {
    const folder = temporaryFolder();
    const tables = "select name from sqlite_schema where type = 'table'";
    provideDatabase(tests, tables, () => openDatabase(sqliteDialect(path.join(folder, "test.db"))));
  });
  describe(`${name} on PostgreSQL`, () => {
    const postgres = providePostgres();
    const tables = "select tablename as name from pg_tables where schemaname = 'public'";
    provideDatabase(tests, tables, async () =>
      openDatabase(connectPostgres(await postgres.createDatabase("migrated"), throwIt).dialect),
    );
  });
}

function provideDatabase(
  tests: (database: () => Database) => void,
  tablesQuery: string,
  open: () => Promise<Database>,
): void {
  let database: Database | undefined;
  let tables: string[] = [];
  const opened = () => {
    if (!database) throw new Error("the database is open only while a test runs");
    return database;
  };
  beforeAll(async () => {
    database = await open();
    const { rows } = await sql.raw<{ name: string }>(tablesQuery).execute(database);
    tables = rows.map(({ name }) => name).filter((table) => !/^(kysely|sqlite)_/.test(table));
  });
  // Creating new tables takes a hundred times as long.
  beforeEach(() =>
    opened()
      .transaction()
      .execute(async (transaction) => {
        for (const table of tables) await sql.raw(`delete from ${table}`).execute(transaction);
      }),
  );
  afterAll(() => database?.destroy());
  tests(opened);
}

/** Returns a folder for the tests of this block, removed after them. Call it in the block, not in a test. */
export function temporaryFolder(): string {
  const folder = path.join(tmpdir(), `terrarium-${randomBytes(6).toString("hex")}`);
  // In hooks, so that nothing is created or removed if all tests are skipped.
  beforeAll(() => mkdirSync(folder));
  afterAll(() => removeFolder(folder));
  return folder;
}

/** A start takes long, so all test files of a worker share a cluster. */
let shared: Promise<PostgresCluster> | undefined;

/**
 * Provides databases on a shared PostgreSQL server for the tests of this block: empty, or with the current tables. A
 * test that stops the server starts its own with `startPostgresCluster`.
 */
export function providePostgres(): { createDatabase(template?: "template1" | "migrated"): Promise<string> } {
  let cluster: PostgresCluster | undefined;
  beforeAll(async () => {
    // Automatic statistics would change query plans at any time, and tests check these.
    cluster = await (shared ??= startPostgresCluster("", ["autovacuum=off"]));
  });
  return {
    async createDatabase(template = "template1") {
      if (!cluster) throw new Error("PostgreSQL runs only while a test runs");
      const name = `test_${randomBytes(8).toString("hex")}`;
      await queryOnce(cluster.address("postgres"), `create database ${name} template ${template}`);
      return cluster.address(name);
    },
  };
}

function throwIt(error: Error): never {
  throw error;
}
