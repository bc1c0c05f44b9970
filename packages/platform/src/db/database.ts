import { CamelCasePlugin, type CompiledQuery, type Dialect, Kysely, type LogEvent, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { ConfigError } from "../base/config-error.ts";
import { up as createSchema } from "./migrations/0001-schema/schema.ts";
import { up as heightenPhone } from "./migrations/0002-tall-phone.ts";
import { up as addUsageOrigins } from "./migrations/0003-usage-origins.ts";
import { up as addFirstSteps } from "./migrations/0004-first-steps.ts";
import { up as addRecordingLength } from "./migrations/0005-recording-length.ts";
import { up as addActionResults } from "./migrations/0006-action-results.ts";
import { up as addPublicPorts } from "./migrations/0007-public-ports.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;

/** Called with each query and its duration. */
export type OnQuery = (query: Pick<CompiledQuery, "sql" | "parameters"> & { durationMs: number }) => void;

/** Migrations by number; a released migration never changes. */
const MIGRATIONS = {
  "0001-schema": { up: createSchema },
  "0002-tall-phone": { up: heightenPhone },
  "0003-usage-origins": { up: addUsageOrigins },
  "0004-first-steps": { up: addFirstSteps },
  "0005-recording-length": { up: addRecordingLength },
  "0006-action-results": { up: addActionResults },
  "0007-public-ports": { up: addPublicPorts },
};

/**
 * Opens a database and migrates it. Concurrently starting servers wait for each other (Kysely uses pg_advisory_lock).
 * Changes of a newer server on the same database are kept (decision 65). `onQuery` is called for every later query.
 * Throws ConfigError if the database is of a version that is too old, or else with the name of the failed migration.
 */
export async function openDatabase(dialect: Dialect, onQuery?: OnQuery): Promise<Database> {
  let isMigrated = false;
  const log = onQuery && {
    log({ query, queryDurationMillis: durationMs }: LogEvent) {
      if (isMigrated) onQuery({ sql: query.sql, parameters: query.parameters, durationMs });
    },
  };
  const db = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()], ...log });
  try {
    const migrations = { ...(await readNewerMigrations(db)), ...MIGRATIONS };
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      // Migrations are independent of each other, and a branch may add a lower number later.
      allowUnorderedMigrations: true,
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error instanceof ConfigError) throw error;
    const failed = results?.find((result) => result.status === "Error");
    if (failed) throw new Error(`database migration ${failed.migrationName} failed`, { cause: error });
    if (error) throw error;
    isMigrated = true;
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Returns placeholders for executed migrations that this version does not contain, because Kysely rejects a database
 * with unknown migrations.
 */
async function readNewerMigrations(db: Kysely<Schema>): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return {};
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => undefined }]));
}
