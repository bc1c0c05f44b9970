import { SqliteAdapter, sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";

/**
 * Runs a transaction that may not be on disk yet when it resolves. It applies to SQLite, where waiting for the disk
 * would block the event loop. Use it only for data that takes effect through a later change. When that change is on
 * disk, this one is too, since the log is written in order. A power cut loses this transaction and all later ones; a
 * killed server loses nothing.
 */
export async function transactUnsynced<T>(
  db: Database,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return db.transaction().execute(work);
  // SQLite has a single connection, so no other work runs meanwhile.
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
