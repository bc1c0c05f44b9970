import { type Kysely, sql } from "kysely";

/** For whose personal limit a sandbox counts; those so far, and what an older server beside makes, for nobody's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("countsFor", "text").execute();
  await db.schema
    .createIndex("sandboxesCountingFor")
    .on("sandboxes")
    .column("countsFor")
    .where(sql.ref("state"), "<>", sql.lit("ended"))
    .execute();
}
