import { type Kysely, sql } from "kysely";

/** For whose personal limit a snapshot counts; those so far, and what an older server beside makes, for nobody's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("snapshots").addColumn("countsFor", "text").execute();
  await db.schema
    .createIndex("snapshotsCountingFor")
    .on("snapshots")
    .column("countsFor")
    .where(sql.ref("organizationId"), "is not", null)
    .execute();
}
