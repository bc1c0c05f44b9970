import { MEMBERS_PER_ORGANIZATION, ORGANIZATIONS_PER_USER } from "@terrarium/contract/limits";
import { type Organization, OrganizationMember, type Role } from "@terrarium/contract/organization";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import type { Database } from "@terrarium/platform/db/database";
import { readableRows } from "@terrarium/platform/db/readable-rows";
import type { FastifyBaseLogger } from "fastify";
import { decideQuit, decideRemoval, decideRoleChange, decideTransfer } from "./member-rules.ts";
import type { MemberChange, MemberStore } from "./member-store.ts";
import type { OrganizationService } from "./service.ts";

interface MemberOf {
  organizationId: string;
  userId: string;
}

/** Members of organizations, and their roles. Concurrent changes run one after the other. */
export interface MemberService {
  list(caller: SessionCaller, organizationId: string): Promise<OrganizationMember[]>;
  /** Changes a role. The role owner transfers the organization. Throws owner_required, own_role, member_not_found. */
  changeRole(caller: SessionCaller, member: MemberOf, role: Role): Promise<void>;
  /** Throws owner_required, already_owner, member_not_found. */
  transfer(caller: SessionCaller, member: MemberOf): Promise<void>;
  /** Throws owner_required, owner_cannot_leave, member_not_found. */
  remove(caller: SessionCaller, member: MemberOf): Promise<void>;
  /** Throws owner_cannot_leave. */
  quit(caller: SessionCaller, organizationId: string): Promise<void>;
  /**
   * Adds a user as a member if `mayJoin`, called in the transaction, returns true. Returns undefined if it does not, or
   * if the organization is deleted. Throws already_member, member_limit, organization_limit.
   */
  join(member: MemberOf, mayJoin: (transaction: Database) => Promise<boolean>): Promise<Organization | undefined>;
}

const REFUSALS = {
  "already-member": "already_member",
  "member-limit": "member_limit",
  "organization-limit": "organization_limit",
} as const;

interface MemberServiceParts {
  store: MemberStore;
  organizations: Pick<OrganizationService, "requireMember">;
  accessChanges: Pick<AccessChanges, "announce">;
  log: Pick<FastifyBaseLogger, "error">;
}

export function createMemberService(
  { store, organizations, accessChanges, log }: MemberServiceParts,
  clock: () => number = Date.now,
): MemberService {
  const change = async (
    { organizationId, userId }: MemberOf,
    actorId: string,
    decide: (given: MemberOf & { actorId: string; roles: ReadonlyMap<string, Role> }) => MemberChange[],
  ) => {
    await store.change(organizationId, [actorId, userId], (roles) =>
      decide({ organizationId, userId, actorId, roles }),
    );
    accessChanges.announce();
  };

  return {
    async list(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      return readableRows(
        await store.list(organizationId),
        OrganizationMember,
        ({ id, name, avatar, role, createdAt }) => ({
          userId: id,
          name,
          avatarUrl: avatar,
          role,
          createdAt: new Date(createdAt).toISOString(),
        }),
        log,
      );
    },
    changeRole: (caller, member, role) => change(member, caller.userId, (given) => decideRoleChange(given, role)),
    transfer: (caller, member) => change(member, caller.userId, decideTransfer),
    remove: (caller, member) => change(member, caller.userId, decideRemoval),
    quit: ({ userId }, organizationId) => change({ organizationId, userId }, userId, decideQuit),
    async join({ organizationId, userId }, mayJoin) {
      const limits = { members: MEMBERS_PER_ORGANIZATION, organizations: ORGANIZATIONS_PER_USER };
      const joined = await store.join({ organizationId, userId, now: clock(), limits, mayJoin });
      if (!joined) return undefined;
      const name = joined.organizationName;
      if (joined.outcome !== "joined") throw new AppError(REFUSALS[joined.outcome], { name });
      return { id: organizationId, name, role: "member" };
    },
  };
}
