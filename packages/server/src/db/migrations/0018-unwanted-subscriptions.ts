import type { Kysely } from "kysely";

/** Subscriptions that are paid for and of no use: their team has another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unwantedSubscriptions")
    .addColumn("stripeSubscriptionId", "text", (column) => column.primaryKey())
    .execute();
}
