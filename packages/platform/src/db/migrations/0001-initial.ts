import type { Kysely } from "kysely";

/** Names are in camelCase; the database's CamelCasePlugin converts them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPeople(db);
  await createTeams(db);
  await createSandboxes(db);
}

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("settings")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("providerUserId", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("avatar", "text")
    .addColumn("inviteCode", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addUniqueConstraint("usersByProvider", ["provider", "providerUserId"])
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("tokenHash", "text", (column) => column.notNull().unique())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessionsByUser").on("sessions").column("userId").execute();
  await db.schema.createIndex("sessionsByExpiry").on("sessions").column("expiresAt").execute();

  await db.schema
    .createTable("localIdentities")
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("loginKey", "text", (column) => column.notNull())
    .addColumn("login", "text", (column) => column.notNull())
    .addColumn("lastUsedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("localIdentitiesKey", ["provider", "loginKey"])
    .execute();
  await db.schema
    .createIndex("localIdentitiesByUse")
    .on("localIdentities")
    .columns(["provider", "lastUsedAt"])
    .execute();
}

async function createTeams(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("organizations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("memberships")
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("membershipsKey", ["organizationId", "userId"])
    .execute();
  await db.schema.createIndex("membershipsByUser").on("memberships").columns(["userId", "createdAt"]).execute();

  await db.schema
    .createTable("apiKeys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("keyHash", "text", (column) => column.notNull().unique())
    .addColumn("keySealed", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("apiKeysByTeam").on("apiKeys").columns(["organizationId", "createdAt", "id"]).execute();
}

async function createSandboxes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("templates")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("cpu", "integer", (column) => column.notNull())
    .addColumn("memoryMb", "integer", (column) => column.notNull())
    .addColumn("widthPx", "integer", (column) => column.notNull())
    .addColumn("heightPx", "integer", (column) => column.notNull())
    .addColumn("densityDpi", "integer", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("templatesByAge").on("templates").columns(["createdAt", "id"]).execute();

  await db.schema
    .createTable("sandboxes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("templateId", "text", (column) => column.notNull())
    .addColumn("templateName", "text", (column) => column.notNull())
    .addColumn("cpu", "integer", (column) => column.notNull())
    .addColumn("memoryMb", "integer", (column) => column.notNull())
    .addColumn("widthPx", "integer", (column) => column.notNull())
    .addColumn("heightPx", "integer", (column) => column.notNull())
    .addColumn("metadata", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("startedAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .addColumn("endedAt", "bigint")
    .addColumn("endReason", "text")
    .addColumn("deviceHost", "text")
    .addColumn("devicePort", "integer")
    .addColumn("adbKeySealed", "text")
    .execute();
  await db.schema
    .createIndex("sandboxesByTeam")
    .on("sandboxes")
    .columns(["organizationId", "createdAt", "id"])
    .execute();
  await db.schema.createIndex("sandboxesByTeamState").on("sandboxes").columns(["organizationId", "state"]).execute();
  await db.schema.createIndex("sandboxesByExpiry").on("sandboxes").columns(["state", "expiresAt"]).execute();
  await db.schema.createIndex("sandboxesByEnd").on("sandboxes").column("endedAt").execute();
}
