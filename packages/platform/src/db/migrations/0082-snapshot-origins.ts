import type { Kysely } from "kysely";

/** Adds the origin of snapshots; null for earlier ones and those of an older server on the same database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["sandboxId", "sandboxName", "templateId", "templateName", "actorKind", "actorId"])
    await db.schema.alterTable("snapshots").addColumn(name, "text").execute();
}
