import { type Kysely, sql } from "kysely";

/**
 * Assigns snapshots of former members to the organization's owner, as happens now when a member leaves. Sandboxes,
 * screenshots and recordings expire within days anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update snapshots set counts_for = (
    select user_id from memberships where memberships.organization_id = snapshots.organization_id and role = 'owner' limit 1
  ) where counts_for is not null and organization_id is not null and not exists (
    select 1 from memberships
    where memberships.organization_id = snapshots.organization_id and memberships.user_id = snapshots.counts_for
  )`.execute(db);
}
