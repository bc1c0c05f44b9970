import type { Kysely } from "kysely";

/** Adds the payment state of invoices with an amount due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("invoices")
    .addColumn("payment", "text", (column) => column.notNull().defaultTo("open"))
    .execute();
  await db.schema.createIndex("invoicesByPayment").on("invoices").column("payment").execute();
}
