import { sql, type Kysely } from "kysely";

/** The credits that each team had, once a user now: teams keep theirs, and whoever has signed in has had a team. */
const CREDITS_DOLLARS = 100;

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("creditsGivenAt", "bigint").execute();
  await db.schema
    .alterTable("organizations")
    .addColumn("creditsDollars", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update organizations set credits_dollars = ${CREDITS_DOLLARS}`.execute(db);
  await sql`update users set credits_given_at = created_at`.execute(db);
}
