import path from "node:path";
import { CamelCasePlugin, type Dialect, Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../base/config-error.ts";
import { providePostgres, temporaryFolder } from "../../../testing/both-databases.ts";
import { type Database, openDatabase } from "../../database.ts";
import { newId } from "../../ids.ts";
import { connectPostgres } from "../../postgres.ts";
import type { Schema } from "../../schema.ts";
import { sqliteDialect } from "../../sqlite.ts";
import { EARLIER_MIGRATIONS } from "./earlier-migrations.ts";
import { up } from "./schema.ts";

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
  (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name);

/** Makes a database look as if an earlier version had executed some of its migrations. */
async function fillAsEarlier(dialect: Dialect, executed: readonly string[]): Promise<void> {
  const db = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] });
  const provider = { getMigrations: async () => ({ "0001-schema": { up } }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
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
      expect(await readNames(db)).toEqual(expect.arrayContaining(["0001-schema", ...EARLIER_MIGRATIONS]));
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
    const names = await readNames(db);
    expect(names).toContain("0001-schema");
    expect(names.filter((name) => EARLIER_MIGRATIONS.includes(name))).toEqual([]);
    await db.destroy();
  });
});
