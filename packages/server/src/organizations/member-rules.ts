import { OWNER_ACTIONS, type OwnerAction, type Role } from "@terrarium/contract/organization";
import { AppError } from "@terrarium/platform/base/app-error";
import type { MemberChange } from "./member-store.ts";

/** The acting user, the affected user, the organization, and both current roles. */
interface Case {
  organizationId: string;
  actorId: string;
  userId: string;
  roles: ReadonlyMap<string, Role>;
}

/** Throws organization_not_found if the actor is not a member, owner_required if not its owner. */
export function requireOwner(role: Role | undefined, organizationId: string, action: OwnerAction): void {
  if (role === undefined) throw new AppError("organization_not_found", { organizationId });
  if (role !== "owner") throw new AppError("owner_required", { action: OWNER_ACTIONS[action] });
}

/** Giving the role owner transfers the organization. */
export function decideRoleChange(given: Case, role: Role): MemberChange[] {
  requireOwnerOf(given, "changeRole");
  if (given.userId === given.actorId) throw new AppError("own_role");
  requireMember(given);
  return role === "owner" ? handOver(given) : [{ userId: given.userId, become: role }];
}

export function decideTransfer(given: Case): MemberChange[] {
  requireOwnerOf(given, "transfer");
  if (given.userId === given.actorId) throw new AppError("already_owner");
  requireMember(given);
  return handOver(given);
}

export function decideRemoval(given: Case): MemberChange[] {
  requireOwnerOf(given, "remove");
  if (given.userId === given.actorId) throw new AppError("owner_cannot_leave");
  requireMember(given);
  return [{ userId: given.userId, become: "gone" }];
}

export function decideQuit({ organizationId, actorId, roles }: Omit<Case, "userId">): MemberChange[] {
  const role = roles.get(actorId);
  if (role === undefined) throw new AppError("organization_not_found", { organizationId });
  if (role === "owner") throw new AppError("owner_cannot_leave");
  return [{ userId: actorId, become: "gone" }];
}

const requireOwnerOf = ({ roles, actorId, organizationId }: Case, action: OwnerAction) =>
  requireOwner(roles.get(actorId), organizationId, action);

function requireMember({ roles, userId }: Case): void {
  if (!roles.has(userId)) throw new AppError("member_not_found", { userId });
}

/** In this order, there are never two owners. */
const handOver = ({ actorId, userId }: Case): MemberChange[] => [
  { userId: actorId, become: "admin" },
  { userId, become: "owner" },
];
