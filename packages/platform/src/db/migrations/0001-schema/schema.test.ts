import path from "node:path";
import { type Dialect, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../base/config-error.ts";
import { providePostgres, temporaryFolder } from "../../../testing/both-databases.ts";
import { type Database, openDatabase } from "../../database.ts";
import { newId } from "../../ids.ts";
import { connectPostgres } from "../../postgres.ts";
import { sqliteDialect } from "../../sqlite.ts";
import { EARLIER_MIGRATIONS } from "./earlier-migrations.ts";

const folder = temporaryFolder();
const postgres = providePostgres();
const databases = {
  async SQLite() {
    const file = path.join(folder, `${newId("db", 0)}.db`);
    return () => sqliteDialect(file);
  },
  async PostgreSQL() {
    const address = await postgres.createDatabase();
    return () => connectPostgres(address, () => {}).dialect;
  },
};
const organization = { id: "org_1", name: "Ada's Team", createdAt: 0 };

const readNames = async (db: Database): Promise<string[]> =>
  (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name).toSorted();

/** Makes a database look as if an earlier version had executed some of its migrations. */
async function fillAsEarlier(dialect: Dialect, executed: readonly string[]): Promise<void> {
  const db = await openDatabase(dialect);
  await db.insertInto("organizations").values(organization).execute();
  await sql`delete from kysely_migration`.execute(db);
  for (const name of executed) await sql`insert into kysely_migration values (${name}, '2026-11-28')`.execute(db);
  await db.destroy();
}

describe.each(Object.entries(databases))("the schema on %s", (_name, create) => {
  test("adopts an earlier version's database from several starting servers", async () => {
    const connect = await create();
    await fillAsEarlier(connect(), EARLIER_MIGRATIONS);
    const opened = await Promise.all(Array.from({ length: 3 }, () => openDatabase(connect())));
    for (const db of opened) {
      expect(await db.selectFrom("organizations").select("id").execute()).toEqual([{ id: "org_1" }]);
      expect(await readNames(db)).toEqual(["0001-schema", ...EARLIER_MIGRATIONS].toSorted());
    }
    await Promise.all(opened.map((db) => db.destroy()));
  });

  test("rejects a database that lacks an earlier migration", async () => {
    const connect = await create();
    await fillAsEarlier(connect(), EARLIER_MIGRATIONS.slice(0, -1));
    await expect(openDatabase(connect())).rejects.toThrow(
      new ConfigError(
        "The database comes from a version that is too old for this one: it lacks the migration 0094-rights-of-links. Start the previous version once, then this one again.",
      ),
    );
  });

  test("adds no earlier migration to a new database", async () => {
    const connect = await create();
    const db = await openDatabase(connect());
    expect(await readNames(db)).toEqual(["0001-schema"]);
    await db.destroy();
  });
});
