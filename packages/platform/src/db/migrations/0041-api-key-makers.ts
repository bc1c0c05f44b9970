import { type Kysely, sql } from "kysely";

/** Adds the creator of an API key, for limits per person. Existing keys are assigned to the team's owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("apiKeys").addColumn("createdBy", "text").execute();
  await sql`update api_keys set created_by = (
    select user_id from memberships where memberships.organization_id = api_keys.organization_id and role = 'owner' limit 1
  )`.execute(db);
}
