import type { Kysely } from "kysely";

/**
 * Adds the initial lifetime of a sandbox; unknown for earlier ones and those of an older server on the same database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("lifetimeMs", "bigint").execute();
}
