import type { Kysely } from "kysely";

/** What a sandbox is; null for phones, and for what an older server beside makes, which knows phones alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("kind", "text").execute();
}
