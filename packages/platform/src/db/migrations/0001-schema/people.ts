import { type Kysely, sql } from "kysely";
import { notNull, partOf, primaryKey, unique, zero } from "./columns.ts";

/** Creates the tables of `tables/people.ts`. */
export async function createPeople(db: Kysely<unknown>): Promise<void> {
  await createUsers(db);
  await createOrganizations(db);
  await createInvites(db);
  await createApiKeys(db);
  await createAuditEntries(db);
}

async function createUsers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("users")
    .addColumn("id", "text", primaryKey)
    .addColumn("provider", "text", notNull)
    .addColumn("providerUserId", "text", notNull)
    .addColumn("name", "text", notNull)
    .addColumn("avatar", "text")
    .addColumn("inviteCode", "text")
    .addColumn("email", "text")
    .addColumn("creditsGivenAt", "bigint")
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("updatedAt", "bigint", notNull)
    .addUniqueConstraint("usersByProvider", ["provider", "providerUserId"])
    .execute();

  await schema
    .createTable("sessions")
    .addColumn("id", "text", primaryKey)
    .addColumn("userId", "text", partOf("users.id"))
    .addColumn("tokenHash", "text", unique)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("expiresAt", "bigint", notNull)
    .execute();
  await schema.createIndex("sessionsByUser").on("sessions").column("userId").execute();
  await schema.createIndex("sessionsByExpiry").on("sessions").column("expiresAt").execute();

  await schema
    .createTable("localIdentities")
    .addColumn("provider", "text", notNull)
    .addColumn("loginKey", "text", notNull)
    .addColumn("login", "text", notNull)
    .addColumn("lastUsedAt", "bigint", notNull)
    .addPrimaryKeyConstraint("localIdentitiesKey", ["provider", "loginKey"])
    .execute();
  await schema.createIndex("localIdentitiesByUse").on("localIdentities").columns(["provider", "lastUsedAt"]).execute();
}

async function createOrganizations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("organizations")
    .addColumn("id", "text", primaryKey)
    .addColumn("name", "text", notNull)
    .addColumn("creditsDollars", "integer", zero)
    .addColumn("firstApiKeyAt", "bigint")
    .addColumn("createdAt", "bigint", notNull)
    .execute();

  await schema
    .createTable("memberships")
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("userId", "text", partOf("users.id"))
    .addColumn("role", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addPrimaryKeyConstraint("membershipsKey", ["organizationId", "userId"])
    .execute();
  await schema.createIndex("membershipsByUser").on("memberships").columns(["userId", "createdAt"]).execute();
  await schema
    .createIndex("membershipsOneOwner")
    .unique()
    .on("memberships")
    .column("organizationId")
    .where(sql.ref("role"), "=", sql.lit("owner"))
    .execute();
}

async function createInvites({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("inviteLinks")
    .addColumn("id", "text", primaryKey)
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("codeHash", "text", unique)
    .addColumn("codeSealed", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("expiresAt", "bigint", notNull)
    .execute();
  await schema
    .createIndex("inviteLinksByTeam")
    .on("inviteLinks")
    .columns(["organizationId", "createdAt", "id"])
    .execute();
  await schema.createIndex("inviteLinksByExpiry").on("inviteLinks").column("expiresAt").execute();

  await schema
    .createTable("inviteCodes")
    .addColumn("code", "text", primaryKey)
    .addColumn("usesLeft", "integer", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("expiresAt", "bigint")
    .execute();
}

async function createApiKeys({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("apiKeys")
    .addColumn("id", "text", primaryKey)
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("name", "text", notNull)
    .addColumn("keyHash", "text", unique)
    .addColumn("keySealed", "text", notNull)
    .addColumn("createdBy", "text")
    .addColumn("scope", "text", (column) => column.notNull().defaultTo("manage"))
    .addColumn("expiresAt", "bigint")
    .addColumn("lastUsedAt", "bigint")
    .addColumn("oldKeyHash", "text")
    .addColumn("oldKeyUntil", "bigint")
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("updatedAt", "bigint", notNull)
    .execute();
  await schema.createIndex("apiKeysByTeam").on("apiKeys").columns(["organizationId", "createdAt", "id"]).execute();
  await schema.createIndex("apiKeysByOldKey").on("apiKeys").column("oldKeyHash").execute();
}

async function createAuditEntries({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("auditEntries")
    .addColumn("id", "text", primaryKey)
    // Not a foreign key: entries outlast their objects, until the retention ends.
    .addColumn("organizationId", "text")
    .addColumn("at", "bigint", notNull)
    .addColumn("actorKind", "text", notNull)
    .addColumn("actorId", "text")
    .addColumn("apiKeyName", "text")
    .addColumn("action", "text", notNull)
    .addColumn("targets", "text", notNull)
    .addColumn("targetNames", "text")
    .addColumn("ip", "text", notNull)
    .addColumn("userAgent", "text")
    .addColumn("outcome", "text", notNull)
    .addColumn("requestId", "text", notNull)
    .addColumn("more", "integer", zero)
    .execute();
  const indexes = {
    auditByTeam: ["organizationId", "at", "id"],
    auditByActor: ["organizationId", "actorId", "at", "id"],
    auditByAction: ["organizationId", "action", "at", "id"],
    auditByOutcome: ["organizationId", "outcome", "at", "id"],
    auditByAge: ["at"],
  };
  for (const [name, columns] of Object.entries(indexes))
    await schema.createIndex(name).on("auditEntries").columns(columns).execute();
  // Failures are rare, so searches would otherwise scan many successful calls.
  await schema
    .createIndex("auditFailures")
    .on("auditEntries")
    .columns(["organizationId", "at", "id"])
    .where(sql.ref("outcome"), "<>", sql.lit("ok"))
    .execute();
}
