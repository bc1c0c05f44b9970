import type { Kysely } from "kysely";
import { notNull, partOf, primaryKey, unique } from "./columns.ts";

/** Creates the tables of `tables/money.ts`. */
export async function createMoney(db: Kysely<unknown>): Promise<void> {
  await createUsage(db);
  await createBudgets(db);
  await createBilling(db);
}

async function createUsage({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("usageIntervals")
    .addColumn("sandboxId", "text", notNull)
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("cpu", "integer", notNull)
    .addColumn("memoryMb", "integer", notNull)
    .addColumn("startedAt", "bigint", notNull)
    .addColumn("expiresAt", "bigint", notNull)
    .addColumn("seenAt", "bigint", notNull)
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("usageIntervalsPkey", ["sandboxId", "startedAt"])
    .execute();
  await schema
    .createIndex("usageIntervalsByTeam")
    .on("usageIntervals")
    // Covers all columns of the sums, so that yearly sums do not read the rows.
    .columns(["organizationId", "startedAt", "endedAt", "expiresAt", "cpu", "memoryMb"])
    .execute();
  await schema.createIndex("usageIntervalsByStart").on("usageIntervals").column("startedAt").execute();
  await schema.createIndex("usageIntervalsByEnd").on("usageIntervals").column("endedAt").execute();
}

async function createBudgets({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("budgets")
    .addColumn("organizationId", "text", (column) =>
      column.primaryKey().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("limitEnabled", "integer", notNull)
    .addColumn("limitMicroDollars", "bigint", notNull)
    .addColumn("alertMicroDollars", "bigint", notNull)
    .addColumn("updatedAt", "bigint", notNull)
    .execute();
  await schema.createIndex("budgetsByLimit").on("budgets").columns(["limitEnabled", "organizationId"]).execute();
  await schema.createIndex("budgetsByAlert").on("budgets").columns(["alertMicroDollars", "organizationId"]).execute();

  await schema
    .createTable("budgetNotifications")
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("period", "text", notNull)
    .addColumn("kind", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addPrimaryKeyConstraint("budgetNotificationsKey", ["organizationId", "period", "kind"])
    .execute();
}

async function createBilling({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("subscriptions")
    // Not a foreign key: a paid subscription must be cancelled after its team was deleted.
    .addColumn("organizationId", "text", primaryKey)
    .addColumn("plan", "text", notNull)
    .addColumn("stripeSubscriptionId", "text", unique)
    .addColumn("eventAt", "bigint", notNull)
    .execute();

  await schema.createTable("unwantedSubscriptions").addColumn("stripeSubscriptionId", "text", primaryKey).execute();

  await schema
    .createTable("invoices")
    .addColumn("id", "text", primaryKey)
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("periodFrom", "bigint", notNull)
    .addColumn("periodTo", "bigint", notNull)
    .addColumn("issuedAt", "bigint", notNull)
    // Exact integers that may exceed JavaScript's number range.
    .addColumn("vcpuMs", "text", notNull)
    .addColumn("memoryMbMs", "text", notNull)
    .addColumn("usageMicroDollars", "bigint", notNull)
    .addColumn("creditsMicroDollars", "bigint", notNull)
    .addColumn("dueCents", "bigint", notNull)
    .addColumn("payment", "text", (column) => column.notNull().defaultTo("open"))
    .execute();
  await schema.createIndex("invoicesByPayment").on("invoices").column("payment").execute();
  await schema.createIndex("invoicesByPeriod").on("invoices").columns(["organizationId", "periodFrom", "id"]).execute();
}
