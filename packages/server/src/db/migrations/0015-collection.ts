import type { Kysely } from "kysely";

/** How the payment of an invoice stands, if there is something to pay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("invoices")
    .addColumn("payment", "text", (column) => column.notNull().defaultTo("open"))
    .execute();
  await db.schema.createIndex("invoicesByPayment").on("invoices").column("payment").execute();
}
