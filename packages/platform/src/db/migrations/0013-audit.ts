import { sql, type Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("auditEntries")
    .addColumn("id", "text", (column) => column.primaryKey())
    // Not a foreign key: entries outlast their objects, until the retention ends.
    .addColumn("organizationId", "text")
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actorKind", "text", (column) => column.notNull())
    .addColumn("actorId", "text")
    .addColumn("apiKeyName", "text")
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("targets", "text", (column) => column.notNull())
    .addColumn("ip", "text", (column) => column.notNull())
    .addColumn("userAgent", "text")
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("requestId", "text", (column) => column.notNull())
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on("auditEntries").columns(columns).execute();
  await index("auditByTeam", ["organizationId", "at", "id"]);
  await index("auditByActor", ["organizationId", "actorId", "at", "id"]);
  await index("auditByAction", ["organizationId", "action", "at", "id"]);
  await index("auditByOutcome", ["organizationId", "outcome", "at", "id"]);
  await index("auditByAge", ["at"]);
  // Failures are rare, so searches would otherwise scan many successful calls.
  await db.schema
    .createIndex("auditFailures")
    .on("auditEntries")
    .columns(["organizationId", "at", "id"])
    .where(sql<boolean>`outcome <> 'ok'`)
    .execute();
}
