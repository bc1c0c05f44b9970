import type { Kysely } from "kysely";

/** Adds webhooks for events of sandboxes, with past and pending deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("enabled", "integer", (column) => column.notNull())
    .addColumn("secretSealed", "text", (column) => column.notNull())
    .addColumn("oldSecretSealed", "text")
    .addColumn("oldSecretUntil", "bigint")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addColumn("gaveUpAt", "bigint")
    .addColumn("droppedAt", "bigint")
    .execute();
  await db.schema.createIndex("webhooksByTeam").on("webhooks").column("organizationId").execute();
  await db.schema
    .createTable("webhookDeliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("webhookId", "text", (column) => column.notNull().references("webhooks.id").onDelete("cascade"))
    .addColumn("organizationId", "text", (column) => column.notNull())
    .addColumn("eventId", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("triedUntil", "bigint", (column) => column.notNull())
    .addColumn("dueAt", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("attemptedAt", "bigint")
    .addColumn("status", "integer")
    .addColumn("durationMs", "integer")
    .addColumn("answer", "text")
    .addColumn("failure", "text")
    .execute();
  const indexes = {
    webhookDeliveriesByDue: ["state", "dueAt"],
    webhookDeliveriesByTeam: ["organizationId", "state"],
    webhookDeliveriesByWebhook: ["webhookId", "id"],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on("webhookDeliveries").columns(columns).execute();
}
