import type { Kysely } from "kysely";

/** How many more calls are counted on an entry; on those so far, and on those of an older server beside, none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("auditEntries")
    .addColumn("more", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
