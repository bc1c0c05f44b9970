import type { Kysely } from "kysely";

/** What API keys may do, until when, when they were used last, and the secret that a new one replaced. */
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
