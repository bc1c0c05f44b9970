import { type Kysely, sql } from "kysely";

/** Adds an index that finds each team's newest logs, which are the ones kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("keepsakesWithLog")
    .on("keepsakes")
    .columns(["organizationId", "keptAt", "sandboxId"])
    .where(sql.ref("log"), "is not", null)
    .execute();
}
