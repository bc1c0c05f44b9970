import { CamelCasePlugin, type CompiledQuery, type Dialect, Kysely, type LogEvent, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { up as createInitialTables } from "./migrations/0001-initial.ts";
import { up as createInviteTables } from "./migrations/0002-invites.ts";
import { up as createUsageTables } from "./migrations/0010-usage.ts";
import { up as createBudgetTables } from "./migrations/0011-budgets.ts";
import { up as createBillingTables } from "./migrations/0012-billing.ts";
import { up as createAuditTables } from "./migrations/0013-audit.ts";
import { up as giveCreditsOnce } from "./migrations/0014-credits-once.ts";
import { up as collectInvoices } from "./migrations/0015-collection.ts";
import { up as createDeviceActionTables } from "./migrations/0016-device-actions.ts";
import { up as numberSandboxes } from "./migrations/0017-sandbox-numbers.ts";
import { up as noteUnwantedSubscriptions } from "./migrations/0018-unwanted-subscriptions.ts";
import { up as nameAndRememberSandboxes } from "./migrations/0020-names-and-keepsakes.ts";
import { up as allowSeveralInvoices } from "./migrations/0021-several-invoices-a-month.ts";
import { up as createIdempotencyKeys } from "./migrations/0040-idempotency-keys.ts";
import { up as noteApiKeyMakers } from "./migrations/0041-api-key-makers.ts";
import { up as nameAuditTargets } from "./migrations/0042-audit-target-names.ts";
import { up as nameProviders } from "./migrations/0043-providers.ts";
import { up as letReplicasKnowOfEachOther } from "./migrations/0050-replicas.ts";
import { up as attachPhones } from "./migrations/0060-attached-phones.ts";
import { up as stopBoxes } from "./migrations/0070-boxes.ts";
import { up as letInToOneBox } from "./migrations/0071-box-tokens.ts";
import { up as recordScreens } from "./migrations/0071-recordings.ts";
import { up as storeObjects } from "./migrations/0071-stored-objects.ts";
import { up as scopeApiKeys } from "./migrations/0072-api-key-scopes.ts";
import { up as createWebhookTables } from "./migrations/0074-webhooks.ts";
import { up as addSandboxKind } from "./migrations/0080-sandbox-kind.ts";
import { up as keepSnapshots } from "./migrations/0081-snapshots.ts";
import { up as noteSnapshotOrigins } from "./migrations/0082-snapshot-origins.ts";
import { up as countForPeople } from "./migrations/0083-sandbox-counts-for.ts";
import { up as countSnapshotsForPeople } from "./migrations/0084-snapshot-counts-for.ts";
import { up as countObjectsForPeople } from "./migrations/0085-stored-object-counts-for.ts";
import { up as findNewestLogs } from "./migrations/0086-keepsakes-with-log.ts";
import { up as addSandboxLifetimes } from "./migrations/0087-sandbox-lifetimes.ts";
import { up as findWebhookTurns } from "./migrations/0088-webhook-turns.ts";
import { up as noteTokenSecrets } from "./migrations/0089-box-token-secrets.ts";
import { up as handOverKeys } from "./migrations/0090-keys-of-those-who-left.ts";
import { up as countAuditEntries } from "./migrations/0091-counted-audit-entries.ts";
import { up as noteFirstKeys } from "./migrations/0092-first-api-keys.ts";
import { up as handOverSnapshots } from "./migrations/0093-snapshots-of-those-who-left.ts";
import { up as narrowLinks } from "./migrations/0094-rights-of-links.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;

/** Called with each query and its duration. */
export type OnQuery = (query: Pick<CompiledQuery, "sql" | "parameters"> & { durationMs: number }) => void;

/** Migrations by number; a released migration never changes. */
const MIGRATIONS = {
  "0001-initial": { up: createInitialTables },
  "0002-invites": { up: createInviteTables },
  "0010-usage": { up: createUsageTables },
  "0011-budgets": { up: createBudgetTables },
  "0012-billing": { up: createBillingTables },
  "0013-audit": { up: createAuditTables },
  "0014-credits-once": { up: giveCreditsOnce },
  "0015-collection": { up: collectInvoices },
  "0016-device-actions": { up: createDeviceActionTables },
  "0017-sandbox-numbers": { up: numberSandboxes },
  "0018-unwanted-subscriptions": { up: noteUnwantedSubscriptions },
  "0020-names-and-keepsakes": { up: nameAndRememberSandboxes },
  "0021-several-invoices-a-month": { up: allowSeveralInvoices },
  "0040-idempotency-keys": { up: createIdempotencyKeys },
  "0041-api-key-makers": { up: noteApiKeyMakers },
  "0042-audit-target-names": { up: nameAuditTargets },
  "0043-providers": { up: nameProviders },
  "0050-replicas": { up: letReplicasKnowOfEachOther },
  "0060-attached-phones": { up: attachPhones },
  "0070-boxes": { up: stopBoxes },
  "0071-box-tokens": { up: letInToOneBox },
  "0071-recordings": { up: recordScreens },
  "0071-stored-objects": { up: storeObjects },
  "0072-api-key-scopes": { up: scopeApiKeys },
  "0074-webhooks": { up: createWebhookTables },
  "0080-sandbox-kind": { up: addSandboxKind },
  "0081-snapshots": { up: keepSnapshots },
  "0082-snapshot-origins": { up: noteSnapshotOrigins },
  "0083-sandbox-counts-for": { up: countForPeople },
  "0084-snapshot-counts-for": { up: countSnapshotsForPeople },
  "0085-stored-object-counts-for": { up: countObjectsForPeople },
  "0086-keepsakes-with-log": { up: findNewestLogs },
  "0087-sandbox-lifetimes": { up: addSandboxLifetimes },
  "0088-webhook-turns": { up: findWebhookTurns },
  "0089-box-token-secrets": { up: noteTokenSecrets },
  "0090-keys-of-those-who-left": { up: handOverKeys },
  "0091-counted-audit-entries": { up: countAuditEntries },
  "0092-first-api-keys": { up: noteFirstKeys },
  "0093-snapshots-of-those-who-left": { up: handOverSnapshots },
  "0094-rights-of-links": { up: narrowLinks },
};

/**
 * Opens a database and migrates it. Concurrently starting servers wait for each other (Kysely uses pg_advisory_lock).
 * Changes of a newer server on the same database are kept (decision 65). `onQuery` is called for every later query.
 * Throws with the name of the failed migration.
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
