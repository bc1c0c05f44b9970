import type { Kysely } from "kysely";

/** Adds the names of a call's targets to its entry, because deleted targets no longer have names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("auditEntries").addColumn("targetNames", "text").execute();
}
