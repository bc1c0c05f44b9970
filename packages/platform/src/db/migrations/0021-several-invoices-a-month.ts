import { type Kysely, sql } from "kysely";

/**
 * Allows a second invoice per month, for usage that was unknown at the first. SQLite cannot drop a constraint, so the
 * table is rebuilt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invoicesAnew")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("periodFrom", "bigint", (column) => column.notNull())
    .addColumn("periodTo", "bigint", (column) => column.notNull())
    .addColumn("issuedAt", "bigint", (column) => column.notNull())
    .addColumn("vcpuMs", "text", (column) => column.notNull())
    .addColumn("memoryMbMs", "text", (column) => column.notNull())
    .addColumn("usageMicroDollars", "bigint", (column) => column.notNull())
    .addColumn("creditsMicroDollars", "bigint", (column) => column.notNull())
    .addColumn("dueCents", "bigint", (column) => column.notNull())
    .addColumn("payment", "text", (column) => column.notNull().defaultTo("open"))
    .execute();
  const columns = sql.raw(
    "id, organization_id, period_from, period_to, issued_at, vcpu_ms, memory_mb_ms, usage_micro_dollars, credits_micro_dollars, due_cents, payment",
  );
  await sql`insert into invoices_anew (${columns}) select ${columns} from invoices`.execute(db);
  await db.schema.dropTable("invoices").execute();
  await db.schema.alterTable("invoicesAnew").renameTo("invoices").execute();
  await db.schema.createIndex("invoicesByPayment").on("invoices").column("payment").execute();
  await db.schema
    .createIndex("invoicesByPeriod")
    .on("invoices")
    .columns(["organizationId", "periodFrom", "id"])
    .execute();
}
