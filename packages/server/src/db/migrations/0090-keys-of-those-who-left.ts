import { type Kysely, sql } from "kysely";

/** API keys of those who have left an organization count for its owner, as those of who leaves from now on do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update api_keys set created_by = (
    select user_id from memberships where memberships.organization_id = api_keys.organization_id and role = 'owner' limit 1
  ) where created_by is not null and not exists (
    select 1 from memberships
    where memberships.organization_id = api_keys.organization_id and memberships.user_id = api_keys.created_by
  )`.execute(db);
}
