import type { Role } from "@terrarium/contract/organization";
import type { Database } from "@terrarium/platform/db/database";
import { sql } from "kysely";

export async function setRole(
  transaction: Database,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await transaction
    .updateTable("memberships")
    .set({ role })
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
}

/**
 * Ends a membership, in a transaction that has locked the organization, which must have another owner by then. The
 * user's work stays there (API keys, sandboxes, snapshots, screenshots and recordings) and counts for the owner from
 * then on. It no longer counts towards the former member's personal limits, here or in other organizations.
 */
export async function endMembership(transaction: Database, organizationId: string, userId: string): Promise<void> {
  await transaction
    .deleteFrom("memberships")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
  const owner = await transaction
    .selectFrom("memberships")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where("role", "=", "owner")
    .executeTakeFirst();
  const heir = owner?.userId ?? null;
  await transaction
    .updateTable("apiKeys")
    .set({ createdBy: heir })
    .where("organizationId", "=", organizationId)
    .where("createdBy", "=", userId)
    .execute();
  await transaction
    .updateTable("sandboxes")
    .set({ countsFor: heir })
    .where("organizationId", "=", organizationId)
    .where("countsFor", "=", userId)
    // Ended sandboxes count for no user.
    .where("state", "<>", sql.lit("ended"))
    .execute();
  await transaction
    .updateTable("snapshots")
    .set({ countsFor: heir })
    .where("organizationId", "=", organizationId)
    .where("countsFor", "=", userId)
    .execute();
  await transaction
    .updateTable("storedObjects")
    .set({ countsFor: heir })
    .where("organizationId", "=", organizationId)
    .where("countsFor", "=", userId)
    .where("sandboxId", "is not", null)
    .execute();
}
