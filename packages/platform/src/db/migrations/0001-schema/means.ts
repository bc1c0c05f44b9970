import { type Kysely, PostgresAdapter, sql } from "kysely";
import { notNull, partOf, primaryKey } from "./columns.ts";

/** Creates the tables of `tables/means.ts`. */
export async function createMeans(db: Kysely<unknown>): Promise<void> {
  await createSettings(db);
  await createIdempotencyKeys(db);
  await createReplicas(db);
  await createStoredObjects(db);
  await createWebhooks(db);
}

async function createSettings({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("settings")
    .addColumn("key", "text", primaryKey)
    .addColumn("value", "text", notNull)
    .execute();

  await schema
    .createTable("mails")
    .addColumn("id", "text", primaryKey)
    .addColumn("recipient", "text", notNull)
    .addColumn("subject", "text", notNull)
    .addColumn("body", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("attempts", "integer", notNull)
    .addColumn("dueAt", "bigint", notNull)
    .execute();
  await schema.createIndex("mailsByDue").on("mails").columns(["dueAt", "id"]).execute();
}

async function createIdempotencyKeys({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("idempotencyKeys")
    .addColumn("callerId", "text", notNull)
    .addColumn("key", "text", notNull)
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("fingerprint", "text", notNull)
    .addColumn("resourceId", "text", notNull)
    .addColumn("answer", "text")
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("replicaId", "text")
    .addPrimaryKeyConstraint("idempotencyKeysKey", ["callerId", "key"])
    .execute();
  await schema
    .createIndex("idempotencyKeysByTeam")
    .on("idempotencyKeys")
    .columns(["organizationId", "createdAt"])
    .execute();
  await schema.createIndex("idempotencyKeysByTime").on("idempotencyKeys").column("createdAt").execute();
}

async function createReplicas(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("replicas")
    .addColumn("id", "text", primaryKey)
    .addColumn("startedAt", "bigint", notNull)
    .addColumn("seenAt", "bigint", notNull)
    .execute();

  await schema
    .createTable("scriptRuns")
    .addColumn("id", "text", primaryKey)
    .addColumn("replicaId", "text", partOf("replicas.id"))
    .addColumn("organizationId", "text", notNull)
    .addColumn("userId", "text")
    .addColumn("startedAt", "bigint", notNull)
    .execute();
  await schema.createIndex("scriptRunsByReplica").on("scriptRuns").column("replicaId").execute();
  await schema.createIndex("scriptRunsByTeam").on("scriptRuns").column("organizationId").execute();
  await schema.createIndex("scriptRunsByUser").on("scriptRuns").column("userId").execute();

  // Counts of the last minute need no write-ahead log in PostgreSQL.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const rateWindows = schema.createTable("rateWindows");
  await (isPostgres ? rateWindows.modifyFront(sql`unlogged`) : rateWindows)
    .addColumn("key", "text", primaryKey)
    .addColumn("calls", "integer", notNull)
    .addColumn("endsAt", "bigint", notNull)
    .execute();
  await schema.createIndex("rateWindowsByEnd").on("rateWindows").column("endsAt").execute();
}

async function createStoredObjects(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("storedObjects")
    .addColumn("id", "text", primaryKey)
    // After the sandbox is deleted, parts are deleted one by one; a cascade would delete all at once.
    .addColumn("sandboxId", "text", (column) => column.references("sandboxes.id").onDelete("set null"))
    .addColumn("organizationId", "text", notNull)
    .addColumn("countsFor", "text")
    .addColumn("contentType", "text", notNull)
    .addColumn("sizeBytes", "bigint", notNull)
    .addColumn("isWhole", "integer", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .execute();
  await schema.createIndex("storedObjectsBySandbox").on("storedObjects").column("sandboxId").execute();
  await schema.createIndex("storedObjectsByAge").on("storedObjects").column("createdAt").execute();
  const owners = { storedObjectsByTeam: "organizationId", storedObjectsByPerson: "countsFor" };
  for (const [name, owner] of Object.entries(owners))
    await schema
      .createIndex(name)
      .on("storedObjects")
      .columns([owner, "createdAt", "id"])
      .where(sql.ref("sandboxId"), "is not", null)
      .execute();

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await schema
    .createTable("storedParts")
    .addColumn("objectId", "text", partOf("storedObjects.id"))
    .addColumn("startByte", "bigint", notNull)
    .addColumn("bytes", isPostgres ? "bytea" : "blob", notNull)
    .addPrimaryKeyConstraint("storedPartsKey", ["objectId", "startByte"])
    .execute();
}

async function createWebhooks({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("webhooks")
    .addColumn("id", "text", primaryKey)
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("url", "text", notNull)
    .addColumn("events", "text", notNull)
    .addColumn("enabled", "integer", notNull)
    .addColumn("secretSealed", "text", notNull)
    .addColumn("oldSecretSealed", "text")
    .addColumn("oldSecretUntil", "bigint")
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("updatedAt", "bigint", notNull)
    .addColumn("gaveUpAt", "bigint")
    .addColumn("droppedAt", "bigint")
    .execute();
  await schema.createIndex("webhooksByTeam").on("webhooks").column("organizationId").execute();

  await schema
    .createTable("webhookDeliveries")
    .addColumn("id", "text", primaryKey)
    .addColumn("webhookId", "text", partOf("webhooks.id"))
    .addColumn("organizationId", "text", notNull)
    .addColumn("eventId", "text", notNull)
    .addColumn("type", "text", notNull)
    .addColumn("payload", "text", notNull)
    .addColumn("state", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addColumn("triedUntil", "bigint", notNull)
    .addColumn("dueAt", "bigint", notNull)
    .addColumn("attempts", "integer", notNull)
    .addColumn("attemptedAt", "bigint")
    .addColumn("status", "integer")
    .addColumn("durationMs", "integer")
    .addColumn("answer", "text")
    .addColumn("failure", "text")
    .execute();
  const indexes = {
    // Finds webhooks with pending deliveries and the next due one of each, without reading others.
    webhookDeliveriesByTurn: ["state", "webhookId", "dueAt", "id", "organizationId"],
    webhookDeliveriesByTeam: ["organizationId", "state"],
    webhookDeliveriesByWebhook: ["webhookId", "id"],
  };
  for (const [name, columns] of Object.entries(indexes))
    await schema.createIndex(name).on("webhookDeliveries").columns(columns).execute();
}
