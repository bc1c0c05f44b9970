import type { Kysely } from "kysely";

/** The lifetime that a sandbox was made with; of those so far, and of what an older server beside makes, it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("lifetimeMs", "bigint").execute();
}
