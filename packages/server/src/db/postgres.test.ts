import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { expect, test } from "vitest";
import { providePostgres } from "../testing/both-databases.ts";
import { connectPostgres } from "./postgres.ts";

const postgres = providePostgres();

test("a connection that is lost within a transaction fails that transaction and nothing else", async () => {
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
