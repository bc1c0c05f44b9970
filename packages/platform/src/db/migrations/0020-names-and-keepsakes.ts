import { type Kysely, sql } from "kysely";

/**
 * Adds names of sandboxes, an index of each team's few active sandboxes, and data that is kept after a sandbox has
 * ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("name", "text").execute();
  await db.schema
    .createIndex("sandboxesActive")
    .on("sandboxes")
    .columns(["organizationId", "number"])
    .where(sql.ref("state"), "<>", sql.lit("ended"))
    .execute();

  await db.schema
    .createTable("keepsakes")
    .addColumn("sandboxId", "text", (column) => column.primaryKey().references("sandboxes.id").onDelete("cascade"))
    .addColumn("organizationId", "text", (column) => column.notNull())
    .addColumn("keptAt", "bigint", (column) => column.notNull())
    .addColumn("frame", "text")
    .addColumn("log", "text")
    .execute();
  await db.schema
    .createIndex("keepsakesWithFrame")
    .on("keepsakes")
    .columns(["organizationId", "keptAt", "sandboxId"])
    .where(sql.ref("frame"), "is not", null)
    .execute();
}
