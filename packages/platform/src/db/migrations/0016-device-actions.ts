import type { Kysely } from "kysely";

/** Adds actions on the devices of sandboxes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deviceActions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("sandboxId", "text", (column) => column.notNull().references("sandboxes.id").onDelete("cascade"))
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actorKind", "text", (column) => column.notNull())
    .addColumn("actorId", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .addColumn("durationMs", "integer", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("deviceActionsBySandbox")
    .on("deviceActions")
    .columns(["sandboxId", "at", "id"])
    .execute();
}
