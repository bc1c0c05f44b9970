import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Adds data that several servers on one database share. An older server on the same database leaves the new columns
 * empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("replicas")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("startedAt", "bigint", (column) => column.notNull())
    .addColumn("seenAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("sandboxes").addColumn("replicaId", "text").execute();
  await db.schema.alterTable("idempotencyKeys").addColumn("replicaId", "text").execute();
  await db.schema
    .createTable("scriptRuns")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("replicaId", "text", (column) => column.notNull().references("replicas.id").onDelete("cascade"))
    .addColumn("organizationId", "text", (column) => column.notNull())
    .addColumn("userId", "text")
    .addColumn("startedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("scriptRunsByReplica").on("scriptRuns").column("replicaId").execute();
  await db.schema.createIndex("scriptRunsByTeam").on("scriptRuns").column("organizationId").execute();
  await db.schema.createIndex("scriptRunsByUser").on("scriptRuns").column("userId").execute();
  // Counts of the last minute need no write-ahead log in PostgreSQL.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const rateWindows = db.schema.createTable("rateWindows");
  await (isPostgres ? rateWindows.modifyFront(sql`unlogged`) : rateWindows)
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("calls", "integer", (column) => column.notNull())
    .addColumn("endsAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rateWindowsByEnd").on("rateWindows").column("endsAt").execute();
}
