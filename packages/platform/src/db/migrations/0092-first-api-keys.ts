import { type Kysely, sql } from "kysely";

/**
 * Adds the time of a team's first API key, so that a team without keys gets no second first key. For existing teams it
 * comes from their keys and the audit log. Keys of an older server on the same database are not recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("organizations").addColumn("firstApiKeyAt", "bigint").execute();
  await sql`update organizations set first_api_key_at = created_at where exists (
    select 1 from api_keys where api_keys.organization_id = organizations.id
  ) or exists (
    select 1 from audit_entries
    where audit_entries.organization_id = organizations.id and action = 'createAnApiKey' and outcome = 'ok'
  )`.execute(db);
}
