import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("budgets")
    .addColumn("organizationId", "text", (column) =>
      column.primaryKey().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("limitEnabled", "integer", (column) => column.notNull())
    .addColumn("limitMicroDollars", "bigint", (column) => column.notNull())
    .addColumn("alertMicroDollars", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("budgetsByLimit").on("budgets").columns(["limitEnabled", "organizationId"]).execute();
  await db.schema
    .createIndex("budgetsByAlert")
    .on("budgets")
    .columns(["alertMicroDollars", "organizationId"])
    .execute();

  await db.schema
    .createTable("budgetNotifications")
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("period", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("budgetNotificationsKey", ["organizationId", "period", "kind"])
    .execute();

  await db.schema
    .createTable("mails")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("recipient", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("dueAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("mailsByDue").on("mails").columns(["dueAt", "id"]).execute();

  await db.schema.alterTable("users").addColumn("email", "text").execute();
}
