import { sql, type Kysely } from "kysely";

/**
 * Earlier credits per team, now given once per user. Existing teams keep theirs. All existing users count as having
 * received them, because each signed-in user has had a team.
 */
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
