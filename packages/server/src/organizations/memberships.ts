import type { Role } from "@terrarium/contract/organization";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";

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
 * Makes a user a member no more, as part of the transaction that has locked the organization, which has another owner by
 * then. What the user made there stays (API keys, sandboxes, snapshots, pictures and recordings), and counts for the owner
 * from then on: who left neither pays for it with a person's limits, nor is stopped by it in other organizations.
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
    // Those that have ended count for nobody.
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
