import type { TeamAfterDeletion } from "@terrarium/contract/user";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Database } from "@terrarium/platform/db/database";
import type { UserStore } from "./store.ts";

export interface AccountDeletion {
  /** Returns what a deletion of the user would do to each of the user's organizations. */
  preview(userId: string): Promise<TeamAfterDeletion[]>;
  /**
   * Deletes a user with sessions and memberships. Organizations of the user get another owner, or are disbanded without
   * other members. Throws unauthorized if the user no longer exists.
   */
  delete(userId: string): Promise<void>;
}

interface AccountDeletionParts {
  store: Pick<UserStore, "delete">;
  disbanding: {
    previewLeaving(userId: string): Promise<TeamAfterDeletion[]>;
    /** Removes data of the user's organizations in advance that would take long in the transaction. */
    prepareLeaving(userId: string): Promise<void>;
    /**
     * Ends all memberships of a user, in the transaction that deletes the user. Call the returned function after the
     * transaction: it removes the rest of disbanded organizations.
     */
    leaveAll(transaction: Database, userId: string): Promise<() => Promise<void>>;
  };
  localIdentities: { forget(user: { provider: string; providerUserId: string }): Promise<void> };
  accessChanges: Pick<AccessChanges, "announce">;
}

export function createAccountDeletion(parts: AccountDeletionParts): AccountDeletion {
  return {
    preview: (userId) => parts.disbanding.previewLeaving(userId),
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
