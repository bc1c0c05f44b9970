import type { Kysely } from "kysely";

/**
 * Adds the number of further calls that an entry counts; zero for earlier entries and those of an older server on the
 * same database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("auditEntries")
    .addColumn("more", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
