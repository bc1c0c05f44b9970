import { type Kysely, sql } from "kysely";

/**
 * Snapshots of those who have left an organization count for its owner, as what those made who leave from now on does.
 * Sandboxes, pictures and recordings end by themselves within days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update snapshots set counts_for = (
    select user_id from memberships where memberships.organization_id = snapshots.organization_id and role = 'owner' limit 1
  ) where counts_for is not null and organization_id is not null and not exists (
    select 1 from memberships
    where memberships.organization_id = snapshots.organization_id and memberships.user_id = snapshots.counts_for
  )`.execute(db);
}
