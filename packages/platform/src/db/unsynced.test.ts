import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnBothDatabases, temporaryFolder } from "../testing/both-databases.ts";
import { type Database, openDatabase } from "./database.ts";
import { sqliteDialect } from "./sqlite.ts";
import { transactUnsynced } from "./unsynced.ts";

const folder = temporaryFolder();
const NORMAL = 1;
const FULL = 2;

async function waitsFor(db: Database): Promise<unknown> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  return rows[0]?.synchronous;
}

test("skips the disk sync on SQLite for one transaction only", async () => {
  const db = await openDatabase(sqliteDialect(path.join(folder, "unsynced.db")));
  const seen = [await waitsFor(db)];
  seen.push(await transactUnsynced(db, waitsFor), await waitsFor(db));
  const broken = transactUnsynced(db, async () => {
    throw new Error("broken");
  });
  const beside = waitsFor(db);
  await expect(broken).rejects.toThrow("broken");
  seen.push(await beside, await transactUnsynced(db, waitsFor), await db.transaction().execute(waitsFor));
  expect(seen).toEqual([FULL, NORMAL, FULL, FULL, NORMAL, FULL]);
  await db.destroy();
});

describeOnBothDatabases("a transaction that is not waited for", (database) => {
  const snapshot = (id: string) =>
    sql`insert into snapshots (id, name, size_bytes, is_whole, created_at) values (${id}, ${id}, 0, 0, 0)`;
  const ids = async () => (await database().selectFrom("snapshots").select("id").execute()).map(({ id }) => id);

  test("is atomic", async () => {
    await transactUnsynced(database(), async (transaction) => void (await snapshot("kept").execute(transaction)));
    const undone = transactUnsynced(database(), async (transaction) => {
      await snapshot("undone").execute(transaction);
      throw new Error("broken");
    });
    await expect(undone).rejects.toThrow("broken");
    expect(await ids()).toEqual(["kept"]);
  });
});
