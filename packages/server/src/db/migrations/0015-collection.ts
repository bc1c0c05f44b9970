import { type Kysely, sql } from "kysely";

/** How the payment of an invoice stands; those that credits covered need none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("invoices")
    .addColumn("payment", "text", (column) => column.notNull().defaultTo("open"))
    .execute();
  await sql`update invoices set payment = case due_cents when 0 then 'paid' else 'open' end`.execute(db);
  await db.schema.createIndex("invoicesByPayment").on("invoices").column("payment").execute();
}
