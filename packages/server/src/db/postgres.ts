import { PostgresDialect, type Dialect } from "kysely";
import { Pool, types } from "pg";

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** Kysely's PostgreSQL dialect; 64-bit integers (times, counts) arrive as numbers. `onError` hears of lost connections. */
export function postgresDialect(connectionString: string, onError: (error: Error) => void): Dialect {
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The pool hears of idle connections only, and forgets them; of one that is lost within a transaction nobody would.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", onError));
  return new PostgresDialect({ pool });
}
