import { type Kysely, sql } from "kysely";

/**
 * When a team got its first API key: one whose keys were all deleted gets no first one again. Of teams so far it is known
 * by the keys that they have, and by the audit log; a key that an older server beside makes is not noted.
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
