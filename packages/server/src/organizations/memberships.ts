import type { Role } from "@terrarium/contract/organization";
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
 * then. The API keys that the user made there stay, and count for the owner from then on: who left neither pays for them
 * with a person's limits, nor is stopped by them in other organizations.
 */
export async function endMembership(transaction: Database, organizationId: string, userId: string): Promise<void> {
  await transaction
    .deleteFrom("memberships")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
  await transaction
    .updateTable("apiKeys")
    .set((eb) => ({
      createdBy: eb
        .selectFrom("memberships")
        .select("userId")
        .where("organizationId", "=", organizationId)
        .where("role", "=", "owner"),
    }))
    .where("organizationId", "=", organizationId)
    .where("createdBy", "=", userId)
    .execute();
}
