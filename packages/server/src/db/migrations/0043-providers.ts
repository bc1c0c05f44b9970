import type { Kysely } from "kysely";

/** Devices come from several providers. All there were before are embedded, as are those that an older server beside makes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("sandboxes")
    .addColumn("provider", "text", (column) => column.notNull().defaultTo("embedded"))
    .execute();
}
