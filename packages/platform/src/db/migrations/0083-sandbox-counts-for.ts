import { type Kysely, sql } from "kysely";

/**
 * Adds the user for the personal limit of a sandbox; null for earlier ones and those of an older server on the same
 * database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("countsFor", "text").execute();
  await db.schema
    .createIndex("sandboxesCountingFor")
    .on("sandboxes")
    .column("countsFor")
    .where(sql.ref("state"), "<>", sql.lit("ended"))
    .execute();
}
