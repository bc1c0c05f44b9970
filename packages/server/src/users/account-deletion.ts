import type { AccessChanges } from "../base/access-changes.ts";
import { AppError } from "../base/app-error.ts";
import type { Database } from "../db/database.ts";
import type { UserStore } from "./store.ts";

export interface AccountDeletion {
  /**
   * Deletes a user, the sessions and memberships; organizations that the user owns are handed over, or disbanded if
   * nobody else belongs to them. Throws unauthorized if the user no longer exists.
   */
  delete(userId: string): Promise<void>;
}

interface AccountDeletionParts {
  store: Pick<UserStore, "delete">;
  disbanding: {
    /** Removes some of what the user's organizations have, which would take long in the transaction. */
    prepareLeaving(userId: string): Promise<void>;
    /**
     * Ends all memberships of a user, as part of the transaction that deletes the user. After the transaction the answer
     * is called, and removes what is left of the organizations that were disbanded.
     */
    leaveAll(transaction: Database, userId: string): Promise<() => Promise<void>>;
  };
  localIdentities: { forget(user: { provider: string; providerUserId: string }): Promise<void> };
  accessChanges: Pick<AccessChanges, "announce">;
}

export function createAccountDeletion(parts: AccountDeletionParts): AccountDeletion {
  return {
    async delete(userId) {
      await parts.disbanding.prepareLeaving(userId);
      const deleted = await parts.store.delete(userId, (transaction) => parts.disbanding.leaveAll(transaction, userId));
      if (!deleted) throw new AppError("unauthorized");
      parts.accessChanges.announce();
      const removeDevices = deleted.result;
      await Promise.all([removeDevices(), parts.localIdentities.forget(deleted)]);
    },
  };
}
