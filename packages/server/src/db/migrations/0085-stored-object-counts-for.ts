import { type Kysely, sql } from "kysely";

/** For whose personal limit a stored object counts; those so far, and what an older server beside stores, for nobody's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("storedObjects").addColumn("countsFor", "text").execute();
  await db.schema
    .createIndex("storedObjectsByPerson")
    .on("storedObjects")
    .columns(["countsFor", "createdAt", "id"])
    .where(sql.ref("sandboxId"), "is not", null)
    .execute();
}
