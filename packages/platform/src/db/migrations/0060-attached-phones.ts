import type { Kysely } from "kysely";

/** Adds attached phones, which are leased to one sandbox at a time and may be behind an adb server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sandboxes").addColumn("deviceSerial", "text").execute();
  await db.schema
    .createTable("phones")
    .addColumn("route", "text", (column) => column.primaryKey())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("sandboxId", "text", (column) => column.unique())
    .addColumn("leasedAt", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("checkedAt", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("seenAt", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("cleaningUntil", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("cleaningFailures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("facts", "text")
    .addColumn("baseline", "text")
    .addColumn("detail", "text")
    .execute();
  await db.schema.createIndex("phonesByUse").on("phones").columns(["leasedAt", "route"]).execute();
}
