import type { Database } from "./database.ts";

// Updating a row without a change blocks other transactions that do the same, on both databases. To prevent deadlocks,
// users are locked before organizations, and organizations in the order of their ids.

/** Locks a user until the transaction ends; resolves with whether the user exists. */
export async function lockUser(transaction: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("users")
    .set({ id })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Locks an organization until the transaction ends; resolves with whether the organization exists. */
export async function lockOrganization(transaction: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("organizations")
    .set({ id })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
