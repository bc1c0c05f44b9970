import { SqliteAdapter, sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";

/**
 * A transaction that the disk may not have yet when it resolves, where waiting for the disk would hold the event loop: on
 * SQLite. For what counts only through a later change: when that is on the disk, this is too, since the log is written in
 * its order. What a power cut takes is this and all after it; a killed server loses nothing.
 */
export async function transactUnsynced<T>(
  db: Database,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return db.transaction().execute(work);
  // Nobody else has the connection meanwhile: SQLite has one.
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
