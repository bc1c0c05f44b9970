import type { Kysely } from "kysely";
import { notNull, partOf } from "./0001-schema/columns.ts";

/**
 * Records who created a sandbox, and with which template and labels, for the breakdown of usage. The columns are null for
 * sandboxes of earlier versions.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // SQLite adds one column per statement.
  for (const column of ["creatorId", "creatorKeyId"])
    await schema.alterTable("sandboxes").addColumn(column, "text").execute();
  for (const column of ["templateId", "templateName", "creatorId", "creatorKeyId"])
    await schema.alterTable("usageIntervals").addColumn(column, "text").execute();

  await schema
    .createTable("usageLabels")
    .addColumn("sandboxId", "text", notNull)
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("key", "text", notNull)
    .addColumn("value", "text", notNull)
    .addPrimaryKeyConstraint("usageLabelsPkey", ["sandboxId", "key"])
    .execute();
  // The database searches it when it deletes an organization.
  await schema.createIndex("usageLabelsByTeam").on("usageLabels").column("organizationId").execute();
}
