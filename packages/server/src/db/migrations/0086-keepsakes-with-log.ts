import { type Kysely, sql } from "kysely";

/** Of each team the newest logs are kept, which this index tells. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("keepsakesWithLog")
    .on("keepsakes")
    .columns(["organizationId", "keptAt", "sandboxId"])
    .where(sql.ref("log"), "is not", null)
    .execute();
}
