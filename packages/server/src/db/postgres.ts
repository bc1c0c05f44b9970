import { type Dialect, PostgresDialect, type PostgresPoolClient } from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { DatabaseUnavailableError, toUnavailable } from "./unavailable.ts";

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that asks PostgreSQL nothing for so long, where it has something locked, is asleep or gone. */
export const SILENT_MAX_MS = 15_000;

/** The connections to a PostgreSQL database. */
export interface PostgresConnections {
  /** Kysely's dialect over them; 64-bit integers (times, counts) arrive as numbers. */
  dialect: Dialect;
  /** Gives up all connections, with what is being asked on them; until `open` every query fails with DatabaseUnavailableError. */
  shut(): void;
  open(): void;
}

/**
 * Connects when the first query comes, and again after connections were lost, of which `onError` hears. A transaction in
 * which nothing is asked for `silentMaxMs` is ended by PostgreSQL, with its locks: else those of a server that sleeps
 * would hold up all others.
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
    // The pool hears of idle connections only, and forgets them; of one that is lost within a transaction nobody would.
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
      throw new DatabaseUnavailableError("the database lets nobody in", { cause });
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

/** The same for the same client, as Kysely asks for; its errors say when the database cannot be used. */
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
  // Without cursors, which are not used.
  const adapter = made as PostgresPoolClient;
  try {
    // By a query: poolers refuse to connect with parameters that they do not know.
    await made.query(`set idle_in_transaction_session_timeout = ${silentMaxMs}`, []);
  } catch (error) {
    client.release(true);
    throw error;
  }
  wrapped.set(client, adapter);
  return adapter;
}
