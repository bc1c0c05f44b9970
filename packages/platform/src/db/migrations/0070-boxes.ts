import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Adds variables and a working folder for commands, extension of lifetimes by use, and stop and start of sandboxes with
 * several usage intervals. An older server on the same database keeps the new columns unchanged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, type: "text" | "bigint" | "integer") =>
    db.schema.alterTable("sandboxes").addColumn(name, type).execute();
  await db.schema
    .alterTable("sandboxes")
    .addColumn("envs", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await db.schema
    .alterTable("sandboxes")
    .addColumn("keepAliveMs", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await add("workingDir", "text");
  await add("osVersion", "text");
  await add("storageMb", "integer");
  await add("remainingMs", "bigint");

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (isPostgres) await sql`alter table usage_intervals drop constraint usage_intervals_pkey`.execute(db);
  if (isPostgres) await sql`alter table usage_intervals add primary key (sandbox_id, started_at)`.execute(db);
  else await renewIntervalsOfSqlite(db);
}

/** SQLite cannot change a primary key, so the table is rebuilt. */
async function renewIntervalsOfSqlite(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("usageIntervals").renameTo("oldIntervals").execute();
  for (const index of ["usageIntervalsByTeam", "usageIntervalsByStart", "usageIntervalsByEnd"])
    await db.schema.dropIndex(index).execute();
  await db.schema
    .createTable("usageIntervals")
    .addColumn("sandboxId", "text", (column) => column.notNull())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("cpu", "integer", (column) => column.notNull())
    .addColumn("memoryMb", "integer", (column) => column.notNull())
    .addColumn("startedAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .addColumn("seenAt", "bigint", (column) => column.notNull())
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("usageIntervalsKey", ["sandboxId", "startedAt"])
    .execute();
  await sql`insert into usage_intervals
    select sandbox_id, organization_id, cpu, memory_mb, started_at, expires_at, seen_at, ended_at from old_intervals
  `.execute(db);
  await db.schema.dropTable("oldIntervals").execute();
  await db.schema
    .createIndex("usageIntervalsByTeam")
    .on("usageIntervals")
    .columns(["organizationId", "startedAt", "endedAt", "expiresAt", "cpu", "memoryMb"])
    .execute();
  await db.schema.createIndex("usageIntervalsByStart").on("usageIntervals").column("startedAt").execute();
  await db.schema.createIndex("usageIntervalsByEnd").on("usageIntervals").column("endedAt").execute();
}
