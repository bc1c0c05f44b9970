import type { Kysely } from "kysely";

/** Adds idempotency keys of callers, with the responses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("idempotencyKeys")
    .addColumn("callerId", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("resourceId", "text", (column) => column.notNull())
    .addColumn("answer", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotencyKeysKey", ["callerId", "key"])
    .execute();
  await db.schema
    .createIndex("idempotencyKeysByTeam")
    .on("idempotencyKeys")
    .columns(["organizationId", "createdAt"])
    .execute();
  await db.schema.createIndex("idempotencyKeysByTime").on("idempotencyKeys").column("createdAt").execute();
}
