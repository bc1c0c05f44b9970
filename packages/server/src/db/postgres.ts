import { type Dialect, PostgresDialect, type PostgresPoolClient } from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { DatabaseUnavailableError, toUnavailable } from "./unavailable.ts";

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

/** The connections to a PostgreSQL database. */
export interface PostgresConnections {
  /** Kysely's dialect over them; 64-bit integers (times, counts) arrive as numbers. */
  dialect: Dialect;
  /** Gives up all connections, with what is being asked on them; until `open` every query fails with DatabaseUnavailableError. */
  shut(): void;
  open(): void;
}

/** Connects when the first query comes, and again after connections were lost, of which `onError` hears. */
export function connectPostgres(connectionString: string, onError: (error: Error) => void): PostgresConnections {
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
    if (from === current) return asKysely(client);
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
function asKysely(client: PoolClient): PostgresPoolClient {
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
  wrapped.set(client, adapter);
  return adapter;
}
