import type { Database } from "./database.ts";

// Writing a row without changing it makes other transactions that do the same wait, on both databases. To rule out
// deadlocks, users are locked before organizations, and organizations in the order of their ids.

/** Keeps others who lock this user out until the transaction ends; answers whether there is such a user. */
export async function lockUser(transaction: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("users")
    .set({ id })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Keeps others who lock this organization out until the transaction ends; answers whether there is such an organization. */
export async function lockOrganization(transaction: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("organizations")
    .set({ id })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
