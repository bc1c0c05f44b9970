import { type Dialect, PostgresDialect, type PostgresPoolClient } from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { DatabaseUnavailableError, toUnavailable } from "./unavailable.ts";

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** Time without queries after which a server that holds locks counts as asleep or gone. */
export const SILENT_MAX_MS = 15_000;

/** Connections to a PostgreSQL database. */
export interface PostgresConnections {
  /** Kysely's dialect; returns 64-bit integers (times, counts) as numbers. */
  dialect: Dialect;
  /** Closes all connections and aborts their queries; until `open` every query fails with DatabaseUnavailableError. */
  shut(): void;
  open(): void;
}

/**
 * Connects at the first query, and again after lost connections, which `onError` reports. PostgreSQL ends a transaction
 * without queries for `silentMaxMs`, with its locks; a sleeping server would otherwise block all others.
 */
export function connectPostgres(
  connectionString: string,
  onError: (error: Error) => void,
  silentMaxMs = SILENT_MAX_MS,
): PostgresConnections {
  types.setTypeParser(types.builtins.INT8, Number);
  let isShut = false;
  let current = startPool();

  function startPool() {
    const pool = new Pool({
      connectionString,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    const busy = new Set<PoolClient>();
    // The pool only reports errors of idle connections, and discards them. Errors within a transaction would be
    // uncaught.
    pool.on("error", () => undefined);
    pool.on("connect", (client) => void client.on("error", onError));
    pool.on("acquire", (client) => busy.add(client));
    pool.on("release", (_error, client) => busy.delete(client));
    return { pool, busy };
  }

  const connect = async (): Promise<PostgresPoolClient> => {
    if (isShut) throw lockLost();
    const from = current;
    const client = await from.pool.connect().catch((cause: unknown) => {
      throw new DatabaseUnavailableError("the database accepts no connections", { cause });
    });
    if (from === current) return asKysely(client, silentMaxMs);
    client.release(true);
    throw lockLost();
  };

  return {
    dialect: new PostgresDialect({ pool: { connect, end: () => current.pool.end(), options: {} } }),
    shut() {
      if (isShut) return;
      isShut = true;
      const { pool, busy } = current;
      current = startPool();
      for (const client of busy) void client.end().catch(onError);
      void pool.end().catch(onError);
    },
    open() {
      isShut = false;
    },
  };
}

const lockLost = () =>
  new DatabaseUnavailableError("the connection that makes this the database's only server is lost");

const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();

/**
 * Returns a Kysely client, the same one for each pool client, as Kysely expects. Its errors show when the database is
 * unavailable.
 */
async function asKysely(client: PoolClient, silentMaxMs: number): Promise<PostgresPoolClient> {
  const known = wrapped.get(client);
  if (known) return known;
  const made: Pick<PostgresPoolClient, "release"> & { query: (sql: string, values: unknown[]) => Promise<unknown> } = {
    query: async (sql, values) => {
      try {
        return await client.query(sql, values);
      } catch (error) {
        throw toUnavailable(error);
      }
    },
    release: (destroy) => client.release(destroy),
  };
  // Cursors are missing, because they are not used.
  const adapter = made as PostgresPoolClient;
  try {
    // Set by a query, because connection poolers reject unknown connection parameters.
    await made.query(`set idle_in_transaction_session_timeout = ${silentMaxMs}`, []);
  } catch (error) {
    client.release(true);
    throw error;
  }
  wrapped.set(client, adapter);
  return adapter;
}
