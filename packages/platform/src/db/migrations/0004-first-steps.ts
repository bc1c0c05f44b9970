import { type Kysely, sql } from "kysely";
import { notNull, partOf } from "./0001-schema/columns.ts";

/** Records a team's first script and its first call by a program. Teams with earlier usage count as having done both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("firstSteps")
    .addColumn("organizationId", "text", partOf("organizations.id"))
    .addColumn("step", "text", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addPrimaryKeyConstraint("firstStepsPkey", ["organizationId", "step"])
    .execute();
  const [team, step, createdAt] = ["organizationId", "step", "createdAt"].map((name) => sql.ref(name));
  for (const name of ["script", "program"])
    await sql`insert into ${sql.table("firstSteps")} (${team}, ${step}, ${createdAt}) select ${sql.ref("id")}, ${sql.lit(name)}, 0 from ${sql.table("organizations")} where exists (select 1 from ${sql.table("usageIntervals")} where ${sql.ref("usageIntervals.organizationId")} = ${sql.ref("organizations.id")})`.execute(
      db,
    );
}
