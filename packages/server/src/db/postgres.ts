import { PostgresDialect, type Dialect } from "kysely";
import { Pool, types } from "pg";

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** Kysely's PostgreSQL dialect; 64-bit integers (times, counts) arrive as numbers. `onError` hears of lost idle connections. */
export function postgresDialect(connectionString: string, onError: (error: Error) => void): Dialect {
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Without a listener the loss of an idle connection would end the process; the pool replaces it by itself.
  pool.on("error", onError);
  return new PostgresDialect({ pool });
}
