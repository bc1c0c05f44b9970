import type { Kysely } from "kysely";

/** Adds the provider of a device. Earlier devices, and those of an older server on the same database, are embedded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("sandboxes")
    .addColumn("provider", "text", (column) => column.notNull().defaultTo("embedded"))
    .execute();
}
