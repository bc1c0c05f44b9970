import { type Kysely, sql } from "kysely";

/** Who made an API key: what is bounded for each person counts for them. Of the keys so far it is the team's owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("apiKeys").addColumn("createdBy", "text").execute();
  await sql`update api_keys set created_by = (
    select user_id from memberships where memberships.organization_id = api_keys.organization_id and role = 'owner' limit 1
  )`.execute(db);
}
