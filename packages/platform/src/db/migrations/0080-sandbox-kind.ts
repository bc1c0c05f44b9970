import type { Kysely } from "kysely";

/** Adds the kind of a sandbox. It is null for phones, the only kind of older servers on the same database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("kind", "text").execute();
}
