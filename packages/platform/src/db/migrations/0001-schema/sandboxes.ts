import { type Kysely, PostgresAdapter, sql } from "kysely";
import { notNull, partOf, primaryKey, unique, zero } from "./columns.ts";

/** Creates the tables of `tables/sandboxes.ts`. */
export async function createSandboxes(db: Kysely<unknown>): Promise<void> {
  await createTemplates(db);
  await createSandboxTable(db);
  await createPartsOfSandboxes(db);
  await createPhones(db);
  await createBoxTokens(db);
  await createSnapshots(db);
}

async function createTemplates({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("templates")
    .addColumn("id", "text", primaryKey)
    .addColumn("name", "text", notNull)
    .addColumn("cpu", "integer", notNull)
    .addColumn("memoryMb", "integer", notNull)
    .addColumn("widthPx", "integer", notNull)
    .addColumn("heightPx", "integer", notNull)
    .addColumn("densityDpi", "integer", notNull)
    .addColumn("visibility", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("updatedAt", "bigint", notNull)
    .execute();
  await schema.createIndex("templatesByAge").on("templates").columns(["createdAt", "id"]).execute();
}

async function createSandboxTable({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("sandboxes")
    .addColumn("id", "text", primaryKey)
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("number", "integer", zero)
    .addColumn("name", "text")
    .addColumn("templateId", "text", notNull)
    .addColumn("templateName", "text", notNull)
    .addColumn("provider", "text", (column) => column.notNull().defaultTo("embedded"))
    .addColumn("cpu", "integer", notNull)
    .addColumn("memoryMb", "integer", notNull)
    .addColumn("widthPx", "integer", notNull)
    .addColumn("heightPx", "integer", notNull)
    .addColumn("kind", "text")
    .addColumn("metadata", "text", notNull)
    .addColumn("envs", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("workingDir", "text")
    .addColumn("keepAliveMs", "bigint", zero)
    .addColumn("lifetimeMs", "bigint")
    .addColumn("remainingMs", "bigint")
    .addColumn("osVersion", "text")
    .addColumn("storageMb", "integer")
    .addColumn("state", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("startedAt", "bigint", notNull)
    .addColumn("updatedAt", "bigint", notNull)
    .addColumn("expiresAt", "bigint", notNull)
    .addColumn("endedAt", "bigint")
    .addColumn("endReason", "text")
    .addColumn("deviceHost", "text")
    .addColumn("devicePort", "integer")
    .addColumn("deviceSerial", "text")
    .addColumn("adbKeySealed", "text")
    .addColumn("replicaId", "text")
    .addColumn("countsFor", "text")
    .execute();
  await schema
    .createIndex("sandboxesByNumber")
    .unique()
    .on("sandboxes")
    .columns(["organizationId", "number"])
    .execute();
  await schema.createIndex("sandboxesByTeamState").on("sandboxes").columns(["organizationId", "state"]).execute();
  await schema.createIndex("sandboxesByExpiry").on("sandboxes").columns(["state", "expiresAt"]).execute();
  await schema.createIndex("sandboxesByEnd").on("sandboxes").column("endedAt").execute();
  // Active sandboxes are few among those listed.
  const active = { sandboxesActive: ["organizationId", "number"], sandboxesCountingFor: ["countsFor"] };
  for (const [name, columns] of Object.entries(active))
    await schema
      .createIndex(name)
      .on("sandboxes")
      .columns(columns)
      .where(sql.ref("state"), "<>", sql.lit("ended"))
      .execute();

  await schema
    .createTable("sandboxBlocks")
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("block", "integer", notNull)
    .addColumn("size", "integer", notNull)
    .addPrimaryKeyConstraint("sandboxBlocksKey", ["organizationId", "block"])
    .execute();
}

async function createPartsOfSandboxes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("keepsakes")
    .addColumn("sandboxId", "text", (column) => column.primaryKey().references("sandboxes.id").onDelete("cascade"))
    .addColumn("organizationId", "text", notNull)
    .addColumn("keptAt", "bigint", notNull)
    .addColumn("frame", "text")
    .addColumn("log", "text")
    .execute();
  // Each finds the newest of a team, which are kept.
  const kept = { keepsakesWithFrame: "frame", keepsakesWithLog: "log" };
  for (const [name, column] of Object.entries(kept))
    await schema
      .createIndex(name)
      .on("keepsakes")
      .columns(["organizationId", "keptAt", "sandboxId"])
      .where(sql.ref(column), "is not", null)
      .execute();

  await schema
    .createTable("deviceActions")
    .addColumn("id", "text", primaryKey)
    .addColumn("sandboxId", "text", partOf("sandboxes.id"))
    .addColumn("at", "bigint", notNull)
    .addColumn("actorKind", "text", notNull)
    .addColumn("actorId", "text", notNull)
    .addColumn("kind", "text", notNull)
    .addColumn("detail", "text", notNull)
    .addColumn("durationMs", "integer", notNull)
    .addColumn("outcome", "text", notNull)
    .execute();
  await schema.createIndex("deviceActionsBySandbox").on("deviceActions").columns(["sandboxId", "at", "id"]).execute();

  await schema
    .createTable("recordings")
    .addColumn("sandboxId", "text", partOf("sandboxes.id"))
    .addColumn("kind", "text", notNull)
    .addColumn("replicaId", "text", notNull)
    .addColumn("storageKey", "text")
    .addColumn("askedMs", "integer")
    .addPrimaryKeyConstraint("recordingsKey", ["sandboxId", "kind"])
    .execute();
  await schema.createIndex("recordingsByServer").on("recordings").column("replicaId").execute();
}

async function createPhones({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("phones")
    .addColumn("route", "text", primaryKey)
    .addColumn("state", "text", notNull)
    .addColumn("sandboxId", "text", (column) => column.unique())
    .addColumn("leasedAt", "bigint", zero)
    .addColumn("checkedAt", "bigint", zero)
    .addColumn("seenAt", "bigint", zero)
    .addColumn("failures", "integer", zero)
    .addColumn("cleaningUntil", "bigint", zero)
    .addColumn("cleaningFailures", "integer", zero)
    .addColumn("facts", "text")
    .addColumn("baseline", "text")
    .addColumn("detail", "text")
    .execute();
  await schema.createIndex("phonesByUse").on("phones").columns(["leasedAt", "route"]).execute();
}

async function createBoxTokens({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("boxTokens")
    .addColumn("id", "text", primaryKey)
    .addColumn("tokenHash", "text", unique)
    .addColumn("sandboxId", "text", partOf("sandboxes.id"))
    .addColumn("organizationId", "text", notNull)
    .addColumn("userId", "text")
    .addColumn("apiKeyId", "text", (column) => column.references("apiKeys.id").onDelete("cascade"))
    .addColumn("apiKeyHash", "text")
    .addColumn("rights", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("expiresAt", "bigint", notNull)
    .addForeignKeyConstraint(
      "boxTokensMaker",
      ["organizationId", "userId"],
      "memberships",
      ["organizationId", "userId"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await schema.createIndex("boxTokensBySandbox").on("boxTokens").columns(["sandboxId", "createdAt", "id"]).execute();
  await schema.createIndex("boxTokensByMaker").on("boxTokens").columns(["organizationId", "userId"]).execute();
  await schema.createIndex("boxTokensByKey").on("boxTokens").column("apiKeyId").execute();
  await schema.createIndex("boxTokensByEnd").on("boxTokens").column("expiresAt").execute();
}

async function createSnapshots(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("snapshots")
    .addColumn("id", "text", primaryKey)
    // After the team is deleted, parts are deleted one by one; a cascade would delete all at once.
    .addColumn("organizationId", "text", (column) => column.references("organizations.id").onDelete("set null"))
    .addColumn("name", "text", notNull)
    .addColumn("sizeBytes", "bigint", notNull)
    .addColumn("isWhole", "integer", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("sandboxId", "text")
    .addColumn("sandboxName", "text")
    .addColumn("templateId", "text")
    .addColumn("templateName", "text")
    .addColumn("actorKind", "text")
    .addColumn("actorId", "text")
    .addColumn("countsFor", "text")
    .execute();
  await schema.createIndex("snapshotsByTeam").unique().on("snapshots").columns(["organizationId", "name"]).execute();
  await schema
    .createIndex("snapshotsByTeamAndAge")
    .on("snapshots")
    .columns(["organizationId", "isWhole", "createdAt", "id"])
    .execute();
  // Only used to find remains of a killed server.
  await schema.createIndex("snapshotsByAge").on("snapshots").columns(["isWhole", "createdAt"]).execute();
  await schema
    .createIndex("snapshotsCountingFor")
    .on("snapshots")
    .column("countsFor")
    .where(sql.ref("organizationId"), "is not", null)
    .execute();

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await schema
    .createTable("snapshotParts")
    .addColumn("snapshotId", "text", partOf("snapshots.id"))
    .addColumn("startByte", "bigint", notNull)
    .addColumn("bytes", isPostgres ? "bytea" : "blob", notNull)
    .addPrimaryKeyConstraint("snapshotPartsKey", ["snapshotId", "startByte"])
    .execute();
}
