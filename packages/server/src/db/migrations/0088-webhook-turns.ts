import type { Kysely } from "kysely";

/** Which webhooks have deliveries that wait, and of each what is due first: what is passed over is not read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("webhookDeliveriesByTurn")
    .on("webhookDeliveries")
    .columns(["state", "webhookId", "dueAt", "id", "organizationId"])
    .execute();
  await db.schema.dropIndex("webhookDeliveriesByDue").execute();
}
