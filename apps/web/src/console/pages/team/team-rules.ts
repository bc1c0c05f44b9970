import { INVITE_EXPIRY_DAYS } from "@terrarium/contract/limits";
import { OWNER_ACTIONS, type OrganizationMember, type Role } from "@terrarium/contract/organization";
import { translate } from "../../../language/language.ts";
import { type Label, t } from "../../../language/text.ts";

export const ROLE_NAMES: Record<Role, Label> = { owner: "Owner", admin: "Admin", member: "Member" };

const DAY_SECONDS = 86_400;

/** Returns the expiry of an invite created now, in epoch seconds. Throws RangeError if the days exceed the limits. */
export function inviteExpiry(days: number, nowMs: number): number {
  if (!isInviteDays(days)) throw new RangeError(`An invite cannot last ${days} days`);
  return Math.floor(nowMs / 1_000) + days * DAY_SECONDS;
}

export const isInviteDays = (days: number): boolean =>
  Number.isInteger(days) && days >= INVITE_EXPIRY_DAYS.min && days <= INVITE_EXPIRY_DAYS.max;

/** Returns the problem of a team name typed to confirm disbanding, or undefined if it matches. */
export const disbandProblem = (typed: string, teamName: string): string | undefined =>
  typed === teamName ? undefined : t("Team name does not match");

export interface Viewer {
  userId: string;
  role: Role;
}

/** Returns why the viewer may not change this member's role, or undefined if they may. */
export function roleChangeRefusal(viewer: Viewer, member: Pick<OrganizationMember, "userId">): string | undefined {
  if (viewer.role !== "owner") return t("only owner can {action}", { action: translate(OWNER_ACTIONS.changeRole) });
  if (member.userId === viewer.userId) return t("don't change your own role");
  return undefined;
}

/** Returns why the viewer may not leave the team, or undefined if they may. */
export const leaveRefusal = ({ role }: Pick<Viewer, "role">): string | undefined =>
  role === "owner" ? t("Organization owner cannot leave the organization") : undefined;

export const canRemove = (viewer: Viewer, member: Pick<OrganizationMember, "userId">): boolean =>
  viewer.role === "owner" && member.userId !== viewer.userId;

export const canReadAudit = (role: Role): boolean => role === "owner" || role === "admin";
