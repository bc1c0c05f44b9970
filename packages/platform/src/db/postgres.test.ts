import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { expect, test } from "vitest";
import { providePostgres } from "../testing/both-databases.ts";
import { connectPostgres } from "./postgres.ts";
import { DatabaseUnavailableError } from "./unavailable.ts";

const postgres = providePostgres();

test("a connection lost in a transaction fails only that transaction", async () => {
  const address = await postgres.createDatabase();
  const lost = Promise.withResolvers<Error>();
  const db = new Kysely<unknown>({ dialect: connectPostgres(address, lost.resolve).dialect });
  const transaction = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    const other = new Client(address);
    await other.connect();
    await other.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await other.end();
    expect((await lost.promise).message).toContain("terminating connection");
    await sql`select 1`.execute(trx);
  });
  await expect(transaction).rejects.toThrow(/terminat|not queryable/);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await db.destroy();
});

test("PostgreSQL ends the idle transaction of a sleeping server", async () => {
  const address = await postgres.createDatabase();
  const lost = Promise.withResolvers<Error>();
  const { dialect } = connectPostgres(address, lost.resolve, 200);
  const sleeper = new Kysely<unknown>({ dialect });
  const other = new Kysely<unknown>({ dialect: connectPostgres(address, lost.reject).dialect });
  const count = sql`update counts set n = n + 1`;
  await sql`create table counts as select 0 as n`.execute(other);
  const transaction = sleeper.transaction().execute(async (trx) => {
    await count.execute(trx);
    await count.execute(other);
    await lost.promise;
    await count.execute(trx);
  });
  await expect(transaction).rejects.toThrow(DatabaseUnavailableError);
  expect((await sql`select n from counts`.execute(other)).rows).toEqual([{ n: 1 }]);
  const show = sql<Record<string, string>>`show idle_in_transaction_session_timeout`;
  const limits = await Promise.all([1, 2, 3].map(async () => Object.values((await show.execute(other)).rows[0] ?? {})));
  expect(limits).toEqual([["15s"], ["15s"], ["15s"]]);
  await Promise.all([sleeper.destroy(), other.destroy()]);
});
