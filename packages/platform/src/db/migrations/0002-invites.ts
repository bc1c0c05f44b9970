import { sql, type Kysely } from "kysely";

/** Adds invite links of teams and invite codes of the installation. Limits teams to one owner in the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("membershipsOneOwner")
    .unique()
    .on("memberships")
    .column("organizationId")
    .where(sql<boolean>`role = 'owner'`)
    .execute();

  await db.schema
    .createTable("inviteLinks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("codeHash", "text", (column) => column.notNull().unique())
    .addColumn("codeSealed", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("inviteLinksByTeam")
    .on("inviteLinks")
    .columns(["organizationId", "createdAt", "id"])
    .execute();
  await db.schema.createIndex("inviteLinksByExpiry").on("inviteLinks").column("expiresAt").execute();

  await db.schema
    .createTable("inviteCodes")
    .addColumn("code", "text", (column) => column.primaryKey())
    .addColumn("usesLeft", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint")
    .execute();
}
