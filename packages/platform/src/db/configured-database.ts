import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { ConfigError } from "../base/config-error.ts";
import { createNoPeers, type Peers } from "../base/peers.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { openDatabase, type Database, type OnQuery } from "./database.ts";
import { createPostgresAlone } from "./postgres-alone.ts";
import { createPostgresBus } from "./postgres-bus.ts";
import { createPostgresLeadership } from "./postgres-leadership.ts";
import { lockPostgres, type PostgresLockMode } from "./postgres-lock.ts";
import { createPostgresProviders } from "./postgres-providers.ts";
import { connectPostgres } from "./postgres.ts";
import { readOrCreateServerId } from "./server-id.ts";
import { sqliteDialect } from "./sqlite.ts";
import { DatabaseUnavailableError } from "./unavailable.ts";

/** Location of the data. */
interface DatabaseSettings {
  dataDir: string;
  /** URL of PostgreSQL; without it, SQLite in the data directory is used. */
  databaseUrl: string | undefined;
}

interface ServerDatabaseOptions {
  /** Whether other servers may use the database too; SQLite allows only one. */
  mode: PostgresLockMode;
  /** Names of this server's device providers. */
  providers: readonly string[];
  onQuery: OnQuery | undefined;
  /** Called before each change of SQLite. */
  beforeWrite: () => void;
  /** Called when another server has taken over the database and this one must end. */
  onTaken: () => void;
}

/**
 * Opens the configured PostgreSQL, or else SQLite in the data directory, for a command beside a server. Throws
 * ConfigError if it cannot be reached.
 */
export async function openConfiguredDatabase(settings: DatabaseSettings): Promise<Database> {
  if (!settings.databaseUrl) return openDatabase(sqliteDialect(sqliteFile(settings)));
  return openReachable(connectPostgres(settings.databaseUrl, () => {}).dialect);
}

/** A database, and the other servers that use it. */
export interface ServerDatabase {
  db: Database;
  peers: Peers;
  close: () => Promise<void>;
}

/**
 * Opens the configured database for a server. While PostgreSQL is unreachable and another server might exclude this
 * one, every query fails with DatabaseUnavailableError. Throws ConfigError if another server excludes this one.
 */
export async function openServerDatabase(
  settings: DatabaseSettings,
  log: FastifyBaseLogger,
  { mode, providers, onQuery, beforeWrite, onTaken }: ServerDatabaseOptions,
): Promise<ServerDatabase> {
  if (!settings.databaseUrl) {
    const db = await openDatabase(sqliteDialect(sqliteFile(settings), { beforeWrite }), onQuery);
    return { db, peers: createNoPeers(), close: () => db.destroy() };
  }
  const postgres = connectPostgres(settings.databaseUrl, (error) =>
    log.warn({ err: error }, "database connection lost"),
  );
  const db = await openReachable(postgres.dialect, onQuery);
  const bus = createPostgresBus(log);
  const leadership = createPostgresLeadership();
  const claims = createPostgresAlone();
  const clock = createDatabaseClock();
  const provided = createPostgresProviders(providers);
  let isAdmitted = true;
  try {
    const lock = await lockPostgres({
      connectionString: settings.databaseUrl,
      mode,
      serverId: readOrCreateServerId(settings.dataDir),
      async use(session) {
        session.everyBeat(() => clock.measure(session));
        await clock.measure(session);
        claims.use(session);
        await provided.use(session);
        await bus.use(session);
        await leadership.use(session);
      },
      onLost(error) {
        isAdmitted = false;
        postgres.shut();
        log.error({ err: error }, "database unreachable; requests are rejected until it is back");
      },
      onRegained() {
        postgres.open();
        isAdmitted = true;
        log.info("database reachable again");
      },
      onTaken() {
        log.fatal("another server has taken over the database; shutting down without touching devices");
        onTaken();
      },
    });
    return {
      db,
      peers: {
        mayBeSeveral: mode === "shared",
        bus,
        leadership,
        alone: claims.alone,
        clock: clock.now,
        isProvidedElsewhere: provided.isProvidedElsewhere,
        isAdmitted: () => isAdmitted,
      },
      async close() {
        await lock.release();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Returns the path of the SQLite database. */
export const sqliteFile = ({ dataDir }: Pick<DatabaseSettings, "dataDir">): string =>
  path.join(dataDir, "terrarium.db");

function openReachable(...args: Parameters<typeof openDatabase>): Promise<Database> {
  return openDatabase(...args).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    throw new ConfigError(
      `DATABASE_URL does not lead to a database that lets this server in: ${wordsOf(error.cause ?? error)}`,
      { cause: error },
    );
  });
}

/** Formats an error. If Node tried several addresses, its error has no message of its own. */
const wordsOf = (error: unknown): string =>
  error instanceof AggregateError && error.message === "" ? error.errors.map(wordsOf).join("; ") : toWords(error);
const toWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));
