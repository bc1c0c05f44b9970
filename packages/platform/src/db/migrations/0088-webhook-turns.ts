import type { Kysely } from "kysely";

/** Adds an index that finds webhooks with pending deliveries and the next due one of each, without reading others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("webhookDeliveriesByTurn")
    .on("webhookDeliveries")
    .columns(["state", "webhookId", "dueAt", "id", "organizationId"])
    .execute();
  await db.schema.dropIndex("webhookDeliveriesByDue").execute();
}
