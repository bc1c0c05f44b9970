import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { isNoSpace } from "../disk/host-errors.ts";
import { temporaryFolder } from "../testing/both-databases.ts";
import { openDatabase, type Database } from "./database.ts";
import { sqliteDialect, type SqliteOptions } from "./sqlite.ts";
import { DatabaseUnavailableError } from "./unavailable.ts";

const folder = temporaryFolder();
let count = 0;

async function open(options?: SqliteOptions): Promise<{ db: Database; file: string }> {
  const file = path.join(folder, `${count++}.db`);
  const db = await openDatabase(sqliteDialect(file, options));
  onTestFinished(() => db.destroy());
  return { db, file };
}

const add = (db: Database, id: string, name = id) =>
  db.insertInto("organizations").values({ id, name, createdAt: 0 }).execute();
const ids = async (db: Database) => (await db.selectFrom("organizations").select("id").execute()).map(({ id }) => id);

/** Holds the file's write lock on a separate connection, like an operator's tool. */
function holdWriteLock(file: string): { release(): void } {
  const other = new DatabaseSync(file);
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  other.exec("begin immediate");
  return { release: () => other.close() };
}

/** Limits the file to its current size, so that SQLite fails as on a full disk. */
async function fill(db: Database): Promise<void> {
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.pageCount}`).execute(db);
}
const LARGE = "x".repeat(1_000_000);

test("fails a transaction with the cause on a full disk", async () => {
  const { db } = await open();
  await fill(db);
  const failed = db.transaction().execute(async (transaction) => {
    await add(transaction, "small");
    await add(transaction, "large", LARGE);
  });
  await expect(failed).rejects.toSatisfy(isNoSpace);
  expect(await ids(db)).toEqual([]);
  await add(db, "next");
  expect(await ids(db)).toEqual(["next"]);
});

test("commits nothing of a transaction that SQLite rolled back", async () => {
  const { db } = await open();
  await fill(db);
  const failed = db.transaction().execute(async (transaction) => {
    await add(transaction, "before");
    await add(transaction, "large", LARGE).catch(() => undefined);
    await add(transaction, "after");
  });
  await expect(failed).rejects.toSatisfy(isNoSpace);
  expect(await ids(db)).toEqual([]);
});

test("reads while another process holds the write lock", async () => {
  const { db, file } = await open();
  await add(db, "first");
  const lock = holdWriteLock(file);
  const writes = Promise.all([add(db, "second"), db.transaction().execute((transaction) => add(transaction, "third"))]);
  expect(await ids(db)).toEqual(["first"]);
  lock.release();
  await writes;
  expect(await ids(db)).toEqual(["first", "second", "third"]);
});

test("fails waiting writes together when the lock stays", async () => {
  const { db, file } = await open({ busyTimeoutMs: 50 });
  const lock = holdWriteLock(file);
  const writes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => add(db, `late${n}`)));
  expect(writes.map(({ status }) => status)).toEqual(Array(20).fill("rejected"));
  const reasons = writes.map((write) => write.status === "rejected" && write.reason);
  for (const reason of reasons) expect(reason).toBeInstanceOf(DatabaseUnavailableError);
  lock.release();
  await add(db, "early");
  expect(await ids(db)).toEqual(["early"]);
});

test("keeps reads out of an open transaction", async () => {
  const { db } = await open();
  const written = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const failed = db.transaction().execute(async (transaction) => {
    await add(transaction, "undone");
    written.resolve();
    await goOn.promise;
    throw new Error("no");
  });
  await written.promise;
  const read = ids(db);
  goOn.resolve();
  await expect(failed).rejects.toThrow("no");
  expect(await read).toEqual([]);
});
