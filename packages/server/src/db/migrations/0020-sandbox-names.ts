import { type Kysely, sql } from "kysely";

/** Sandboxes have names, and a team's that start or run are found by an index of their own, as few as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("name", "text").execute();
  await db.schema
    .createIndex("sandboxesActive")
    .on("sandboxes")
    .columns(["organizationId", "number"])
    .where(sql.ref("state"), "<>", sql.lit("ended"))
    .execute();
}
