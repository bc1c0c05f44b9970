import { type Kysely, sql } from "kysely";

/**
 * Adds the user for the personal limit of a stored object; null for earlier ones and those of an older server on the
 * same database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("storedObjects").addColumn("countsFor", "text").execute();
  await db.schema
    .createIndex("storedObjectsByPerson")
    .on("storedObjects")
    .columns(["countsFor", "createdAt", "id"])
    .where(sql.ref("sandboxId"), "is not", null)
    .execute();
}
