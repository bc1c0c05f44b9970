import type { TeamAfterDeletion } from "@terrarium/contract/user";
import type { ProvidedSandbox } from "@terrarium/device-providers/provider";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import type { Database } from "@terrarium/platform/db/database";
import { requireOwner } from "./member-rules.ts";
import type { OrganizationStore } from "./store.ts";

export interface DisbandService {
  /**
   * Deletes an organization with everything in it. Its devices are removed when this resolves. Throws owner_required.
   */
  disband(caller: SessionCaller, organizationId: string): Promise<void>;
  /** Returns what the deletion of a user would do to each organization of the user. */
  previewLeaving(userId: string): Promise<TeamAfterDeletion[]>;
  /** Before a user is deleted, clears the organizations that will be disbanded with the user. */
  prepareLeaving(userId: string): Promise<void>;
  /**
   * Ends all memberships of a user, in a transaction that has locked the user. Organizations of the user get another
   * owner, or are deleted without other members. After the transaction, announce the access change and call the
   * returned function.
   */
  leaveAll(transaction: Database, userId: string): Promise<() => Promise<void>>;
}

interface DisbandServiceParts {
  store: Pick<OrganizationStore, "delete" | "findHeir" | "findRole" | "leaveAll" | "list" | "listAlone">;
  sandboxes: {
    /** Returns the number of an organization's sandboxes that have not ended. */
    countLive(organizationId: string): Promise<number>;
    /** Removes an organization's ended sandboxes, with pauses for other work. */
    clear(organizationId: string): Promise<void>;
    discard(discarded: readonly ProvidedSandbox[]): Promise<void>;
  };
  accessChanges: Pick<AccessChanges, "announce">;
}

/**
 * Deletes records first, in one transaction, then devices. A device without a record is removed at the next start at
 * the latest.
 */
export function createDisbandService({ store, sandboxes, accessChanges }: DisbandServiceParts): DisbandService {
  return {
    async disband({ userId }, organizationId) {
      const check = (role: Parameters<typeof requireOwner>[0]) => requireOwner(role, organizationId, "disband");
      check(await store.findRole(organizationId, userId));
      await sandboxes.clear(organizationId);
      const removed = sandboxes.discard(await store.delete(organizationId, userId, check));
      // Announced before the slow removal of devices, so that former members cannot use the team's resources meanwhile.
      accessChanges.announce();
      await removed;
    },
    async previewLeaving(userId) {
      const teams = await store.list(userId);
      return Promise.all(
        teams.map(async ({ id, name, role }) => {
          const heir = role === "owner" ? await store.findHeir(id, userId) : undefined;
          const outcome = role !== "owner" ? "left" : heir === undefined ? "deleted" : "transferred";
          return { id, name, outcome, newOwner: heir?.name ?? null, sandboxes: await sandboxes.countLive(id) };
        }),
      );
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
