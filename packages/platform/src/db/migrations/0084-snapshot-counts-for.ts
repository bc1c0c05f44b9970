import { type Kysely, sql } from "kysely";

/**
 * Adds the user for the personal limit of a snapshot; null for earlier ones and those of an older server on the same
 * database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("snapshots").addColumn("countsFor", "text").execute();
  await db.schema
    .createIndex("snapshotsCountingFor")
    .on("snapshots")
    .column("countsFor")
    .where(sql.ref("organizationId"), "is not", null)
    .execute();
}
