import { sql, type Kysely } from "kysely";

/** Numbers per block. */
const BLOCK_SIZE = 512;

/** Numbers the sandboxes of each team by creation order, and counts them in blocks of numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("sandboxes")
    .addColumn("number", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update sandboxes set number = numbered.number
    from (
      select id, row_number() over (partition by organization_id order by created_at, id) as number from sandboxes
    ) as numbered
    where numbered.id = sandboxes.id
  `.execute(db);
  await db.schema
    .createIndex("sandboxesByNumber")
    .unique()
    .on("sandboxes")
    .columns(["organizationId", "number"])
    .execute();
  await db.schema.dropIndex("sandboxesByTeam").execute();

  await db.schema
    .createTable("sandboxBlocks")
    .addColumn("organizationId", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("block", "integer", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("sandboxBlocksKey", ["organizationId", "block"])
    .execute();
  await sql`
    insert into sandbox_blocks (organization_id, block, size)
    select organization_id, number / ${sql.lit(BLOCK_SIZE)}, count(*) from sandboxes group by 1, 2
  `.execute(db);
}
