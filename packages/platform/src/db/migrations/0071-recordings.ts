import type { Kysely } from "kysely";

/** Adds recordings of sandbox screens, with the recording server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("recordings")
    .addColumn("sandboxId", "text", (column) => column.notNull().references("sandboxes.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("replicaId", "text", (column) => column.notNull())
    .addColumn("storageKey", "text")
    .addColumn("askedMs", "integer")
    .addPrimaryKeyConstraint("recordingsKey", ["sandboxId", "kind"])
    .execute();
  await db.schema.createIndex("recordingsByServer").on("recordings").column("replicaId").execute();
}
