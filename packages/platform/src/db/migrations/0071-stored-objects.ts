import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Adds screenshots and recordings of sandboxes, in parts. After the sandbox is deleted, parts are deleted one by one; a
 * cascade would delete all at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("storedObjects")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("sandboxId", "text", (column) => column.references("sandboxes.id").onDelete("set null"))
    .addColumn("organizationId", "text", (column) => column.notNull())
    .addColumn("contentType", "text", (column) => column.notNull())
    .addColumn("sizeBytes", "bigint", (column) => column.notNull())
    .addColumn("isWhole", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("storedObjectsBySandbox").on("storedObjects").column("sandboxId").execute();
  await db.schema.createIndex("storedObjectsByAge").on("storedObjects").column("createdAt").execute();
  await db.schema
    .createIndex("storedObjectsByTeam")
    .on("storedObjects")
    .columns(["organizationId", "createdAt", "id"])
    .where(sql.ref("sandboxId"), "is not", null)
    .execute();

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable("storedParts")
    .addColumn("objectId", "text", (column) => column.notNull().references("storedObjects.id").onDelete("cascade"))
    .addColumn("startByte", "bigint", (column) => column.notNull())
    .addColumn("bytes", isPostgres ? "bytea" : "blob", (column) => column.notNull())
    .addPrimaryKeyConstraint("storedPartsKey", ["objectId", "startByte"])
    .execute();
}
