import { sql, type Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("usageIntervals")
    .addColumn("sandboxId", "text", (column) => column.primaryKey())
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("cpu", "integer", (column) => column.notNull())
    .addColumn("memoryMb", "integer", (column) => column.notNull())
    .addColumn("startedAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .addColumn("seenAt", "bigint", (column) => column.notNull())
    .addColumn("endedAt", "bigint")
    .execute();
  await db.schema
    .createIndex("usageIntervalsByTeam")
    .on("usageIntervals")
    // Covers all columns of the sums, so that yearly sums do not read the rows.
    .columns(["organizationId", "startedAt", "endedAt", "expiresAt", "cpu", "memoryMb"])
    .execute();
  await db.schema.createIndex("usageIntervalsByStart").on("usageIntervals").column("startedAt").execute();
  await db.schema.createIndex("usageIntervalsByEnd").on("usageIntervals").column("endedAt").execute();

  // Adds earlier runs, as far as they are known.
  await sql`
    insert into usage_intervals
      (sandbox_id, organization_id, cpu, memory_mb, started_at, expires_at, seen_at, ended_at)
    select id, organization_id, cpu, memory_mb, started_at, expires_at, started_at,
      case when ended_at > expires_at then expires_at else ended_at end
    from sandboxes
    where state = 'running' or (state = 'ended' and started_at > created_at)
  `.execute(db);
}
