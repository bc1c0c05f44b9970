import type { Kysely } from "kysely";

/**
 * Adds the API key secret that created a token; any secret for earlier tokens and those of an older server on the same
 * database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("boxTokens").addColumn("apiKeyHash", "text").execute();
}
