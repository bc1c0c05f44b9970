import type { AccessChanges } from "../base/access-changes.ts";
import type { SessionCaller } from "../base/caller.ts";
import type { Database } from "../db/database.ts";
import type { ProvidedSandbox } from "../providers/provider.ts";
import { requireOwner } from "./member-rules.ts";
import type { OrganizationStore } from "./store.ts";

export interface DisbandService {
  /** Deletes an organization and all it has; its devices are gone when this resolves. Throws owner_required. */
  disband(caller: SessionCaller, organizationId: string): Promise<void>;
  /** Clears, before a user is deleted, the organizations that will be disbanded then. */
  prepareLeaving(userId: string): Promise<void>;
  /**
   * Ends all memberships of a user, as part of a transaction that has locked the user: organizations that the user owns
   * are handed over, or deleted if nobody else belongs to them. After the transaction announce that access changed, and
   * call the answer.
   */
  leaveAll(transaction: Database, userId: string): Promise<() => Promise<void>>;
}

interface DisbandServiceParts {
  store: Pick<OrganizationStore, "delete" | "findRole" | "leaveAll" | "listAlone">;
  sandboxes: {
    /** Removes those of an organization that have ended, and leaves turns to others meanwhile. */
    clear(organizationId: string): Promise<void>;
    discard(discarded: readonly ProvidedSandbox[]): Promise<void>;
  };
  accessChanges: Pick<AccessChanges, "announce">;
}

/** Records go first, in one transaction, and devices after: one whose record is gone is removed at the next start at the latest. */
export function createDisbandService({ store, sandboxes, accessChanges }: DisbandServiceParts): DisbandService {
  return {
    async disband({ userId }, organizationId) {
      const check = (role: Parameters<typeof requireOwner>[0]) => requireOwner(role, organizationId, "disband");
      check(await store.findRole(organizationId, userId));
      await sandboxes.clear(organizationId);
      const removed = sandboxes.discard(await store.delete(organizationId, userId, check));
      // A device may take long to go, and nobody is to use it, or anything else of the team, meanwhile.
      accessChanges.announce();
      await removed;
    },
    async prepareLeaving(userId) {
      for (const organizationId of await store.listAlone(userId)) await sandboxes.clear(organizationId);
    },
    async leaveAll(transaction, userId) {
      const discarded = await store.leaveAll(transaction, userId);
      return () => sandboxes.discard(discarded);
    },
  };
}
