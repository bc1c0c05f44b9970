import { type Kysely, sql } from "kysely";

/** Assigns API keys of former members to the organization's owner, as happens now when a member leaves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update api_keys set created_by = (
    select user_id from memberships where memberships.organization_id = api_keys.organization_id and role = 'owner' limit 1
  ) where created_by is not null and not exists (
    select 1 from memberships
    where memberships.organization_id = api_keys.organization_id and memberships.user_id = api_keys.created_by
  )`.execute(db);
}
