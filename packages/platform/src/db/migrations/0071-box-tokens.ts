import type { Kysely } from "kysely";

/** Adds tokens for one sandbox. A token is deleted with the sandbox, and with its creator's API key or membership. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("boxTokens")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("tokenHash", "text", (column) => column.notNull().unique())
    .addColumn("sandboxId", "text", (column) => column.notNull().references("sandboxes.id").onDelete("cascade"))
    .addColumn("organizationId", "text", (column) => column.notNull())
    .addColumn("userId", "text")
    .addColumn("apiKeyId", "text", (column) => column.references("apiKeys.id").onDelete("cascade"))
    .addColumn("rights", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .addForeignKeyConstraint(
      "boxTokensMaker",
      ["organizationId", "userId"],
      "memberships",
      ["organizationId", "userId"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await db.schema.createIndex("boxTokensBySandbox").on("boxTokens").columns(["sandboxId", "createdAt", "id"]).execute();
  await db.schema.createIndex("boxTokensByMaker").on("boxTokens").columns(["organizationId", "userId"]).execute();
  await db.schema.createIndex("boxTokensByKey").on("boxTokens").column("apiKeyId").execute();
  await db.schema.createIndex("boxTokensByEnd").on("boxTokens").column("expiresAt").execute();
}
