import type { Kysely } from "kysely";

/** Which secret of its API key made a token; of those so far, and of what an older server beside makes, any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("boxTokens").addColumn("apiKeyHash", "text").execute();
}
