import { type Kysely, PostgresAdapter } from "kysely";

/**
 * Adds snapshots of files, in parts. After the team is deleted, parts are deleted one by one; a cascade would delete
 * all at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("snapshots")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organizationId", "text", (column) => column.references("organizations.id").onDelete("set null"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("sizeBytes", "bigint", (column) => column.notNull())
    .addColumn("isWhole", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("snapshotsByTeam").unique().on("snapshots").columns(["organizationId", "name"]).execute();
  await db.schema
    .createIndex("snapshotsByTeamAndAge")
    .on("snapshots")
    .columns(["organizationId", "isWhole", "createdAt", "id"])
    .execute();
  // Only used to find remains of a killed server.
  await db.schema.createIndex("snapshotsByAge").on("snapshots").columns(["isWhole", "createdAt"]).execute();

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable("snapshotParts")
    .addColumn("snapshotId", "text", (column) => column.notNull().references("snapshots.id").onDelete("cascade"))
    .addColumn("startByte", "bigint", (column) => column.notNull())
    .addColumn("bytes", isPostgres ? "bytea" : "blob", (column) => column.notNull())
    .addPrimaryKeyConstraint("snapshotPartsKey", ["snapshotId", "startByte"])
    .execute();
}
