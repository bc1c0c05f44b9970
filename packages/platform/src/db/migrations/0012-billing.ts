import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscriptions")
    // Not a foreign key: a paid subscription must be cancelled after its team was deleted.
    .addColumn("organizationId", "text", (column) => column.primaryKey())
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("stripeSubscriptionId", "text", (column) => column.notNull().unique())
    .addColumn("eventAt", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("invoices")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("periodFrom", "bigint", (column) => column.notNull())
    .addColumn("periodTo", "bigint", (column) => column.notNull())
    .addColumn("issuedAt", "bigint", (column) => column.notNull())
    // Exact integers that may exceed JavaScript's number range.
    .addColumn("vcpuMs", "text", (column) => column.notNull())
    .addColumn("memoryMbMs", "text", (column) => column.notNull())
    .addColumn("usageMicroDollars", "bigint", (column) => column.notNull())
    .addColumn("creditsMicroDollars", "bigint", (column) => column.notNull())
    .addColumn("dueCents", "bigint", (column) => column.notNull())
    .addUniqueConstraint("invoicesByPeriod", ["organizationId", "periodFrom"])
    .execute();
}
