import type { Kysely } from "kysely";

/** What is deleted later has no name then: the names of what a call concerned are kept with its entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("auditEntries").addColumn("targetNames", "text").execute();
}
