import type { Kysely } from "kysely";

/** Adds paid subscriptions of teams that already have another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unwantedSubscriptions")
    .addColumn("stripeSubscriptionId", "text", (column) => column.primaryKey())
    .execute();
}
