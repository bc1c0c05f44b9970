import type { Kysely } from "kysely";

/** Adds scope, expiry, last use and the previous secret of API keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("apiKeys")
    .addColumn("scope", "text", (column) => column.notNull().defaultTo("manage"))
    .execute();
  await db.schema.alterTable("apiKeys").addColumn("expiresAt", "bigint").execute();
  await db.schema.alterTable("apiKeys").addColumn("lastUsedAt", "bigint").execute();
  await db.schema.alterTable("apiKeys").addColumn("oldKeyHash", "text").execute();
  await db.schema.alterTable("apiKeys").addColumn("oldKeyUntil", "bigint").execute();
  await db.schema.createIndex("apiKeysByOldKey").on("apiKeys").column("oldKeyHash").execute();
}
