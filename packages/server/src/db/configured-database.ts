import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { ConfigError, type Config } from "../config.ts";
import { openDatabase, type Database, type OnQuery } from "./database.ts";
import { postgresDialect } from "./postgres.ts";
import { sqliteDialect } from "./sqlite.ts";

/**
 * The PostgreSQL that is configured, or else SQLite in the data directory, in which case `beforeWrite` is called before
 * each change. Throws ConfigError if it cannot be reached.
 */
export async function openConfiguredDatabase(
  config: Config,
  log: FastifyBaseLogger,
  { onQuery, beforeWrite }: { onQuery?: OnQuery | undefined; beforeWrite?: () => void } = {},
): Promise<Database> {
  if (!config.databaseUrl) return openDatabase(sqliteDialect(sqliteFile(config), beforeWrite), onQuery);
  const dialect = postgresDialect(config.databaseUrl, (error) =>
    log.warn({ err: error }, "a database connection was lost"),
  );
  return openDatabase(dialect, onQuery).catch((error: unknown) => {
    if (!isUnreachable(error)) throw error;
    throw new ConfigError(`DATABASE_URL does not lead to a database that lets this server in: ${error.message}`, {
      cause: error,
    });
  });
}

/** Where SQLite keeps the data, if no PostgreSQL is configured. */
export const sqliteFile = ({ dataDir }: Pick<Config, "dataDir">): string => path.join(dataDir, "terrarium.db");

/** Whether PostgreSQL could not be reached, or refused the connection (its error class 28, or 3D000: no such database). */
function isUnreachable(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(E[A-Z]+|28...|3D000)$/.test(String(error.code));
}
