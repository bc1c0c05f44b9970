import type { Kysely } from "kysely";

/** Where snapshots come from; null for those of before, and for what an older server beside makes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["sandboxId", "sandboxName", "templateId", "templateName", "actorKind", "actorId"])
    await db.schema.alterTable("snapshots").addColumn(name, "text").execute();
}
