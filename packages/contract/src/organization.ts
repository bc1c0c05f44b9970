import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, nameField, OrganizationId, Timestamp } from "./fields.ts";
import { DEVICE_END_TIMEOUT_MS, INVITE_CODE_MAX_CHARS, TEAM_NAME_MAX_CHARS } from "./limits.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** A team, as the signed-in user sees it. */
export const Organization = z.object({ id: OrganizationId, name: z.string(), role: Role });
export type Organization = z.infer<typeof Organization>;

export const OrganizationMember = z.object({
  userId: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  role: Role,
  createdAt: Timestamp.describe("When they joined"),
});
export type OrganizationMember = z.infer<typeof OrganizationMember>;

/** Actions reserved for the owner of a team, worded for the error owner_required. */
export const OWNER_ACTIONS = {
  changeRole: "change member role",
  remove: "remove members",
  transfer: "transfer the organization",
  disband: "disband the team",
} as const;
export type OwnerAction = keyof typeof OWNER_ACTIONS;

const OfTeam = z.strictObject({ organizationId: OrganizationId });
const OfMember = OfTeam.extend({ userId: z.string().min(1).max(64) });

export const getMyOrganizationList = defineEndpoint({
  name: "getMyOrganizationList",
  method: "GET",
  path: "/api/v1/organization/get_my_organization_list",
  access: "session",
  summary: "The teams of the signed-in user, oldest membership first",
  tag: "organization",
  response: z.array(Organization),
});

export const createAnOrganization = defineEndpoint({
  name: "createAnOrganization",
  method: "POST",
  path: "/api/v1/organization/create_an_organization",
  access: "session",
  summary: "Create a team owned by the signed-in user",
  description: "With `onlyFirst`, a user with a team gets that team instead",
  tag: "organization",
  body: z.strictObject({
    name: nameField(TEAM_NAME_MAX_CHARS),
    onlyFirst: z
      .boolean()
      .optional()
      .describe("Create it only if the user has no team, as the console does; otherwise return their first team"),
  }),
  response: Organization,
  errors: ["organization_limit"],
});

export const getOrganizationMemberList = defineEndpoint({
  name: "getOrganizationMemberList",
  method: "POST",
  path: "/api/v1/organization/get_organization_member_list",
  access: "session",
  summary: "List the members of a team, in the order in which they joined",
  tag: "organization",
  body: OfTeam,
  response: z.array(OrganizationMember),
});

export const deleteAnOrganization = defineEndpoint({
  name: "deleteAnOrganization",
  method: "POST",
  path: "/api/v1/organization/delete_an_organization",
  access: "session",
  summary:
    "Disband a team (owner only): its sandboxes end, its API keys and invite links stop working, and all its data is deleted",
  timeoutMs: DEVICE_END_TIMEOUT_MS,
  tag: "organization",
  body: OfTeam,
  response: Empty,
  errors: ["owner_required"],
});

export const quitOrganization = defineEndpoint({
  name: "quitOrganization",
  method: "POST",
  path: "/api/v1/organization/quit_organization",
  access: "session",
  summary: "Leave a team; not available to its owner",
  tag: "organization",
  body: OfTeam,
  response: Empty,
  errors: ["owner_cannot_leave"],
});

export const transferAnOrganization = defineEndpoint({
  name: "transferAnOrganization",
  method: "POST",
  path: "/api/v1/organization/transfer_an_organization",
  access: "session",
  summary: "Transfer the team to another member (owner only); the previous owner becomes an admin",
  tag: "organization",
  body: OfMember,
  response: Empty,
  errors: ["owner_required", "already_owner"],
});

export const updateOrganizationMemberRole = defineEndpoint({
  name: "updateOrganizationMemberRole",
  method: "POST",
  path: "/api/v1/organization/update_organization_member_role",
  access: "session",
  summary: "Change the role of another member (owner only); the role owner transfers the team",
  tag: "organization",
  body: OfMember.extend({ role: Role }),
  response: Empty,
  errors: ["owner_required", "own_role"],
});

export const removeOrganizationMember = defineEndpoint({
  name: "removeOrganizationMember",
  method: "POST",
  path: "/api/v1/organization/remove_organization_member",
  access: "session",
  summary: "Remove another member (owner only)",
  tag: "organization",
  body: OfMember,
  response: Empty,
  errors: ["owner_required", "owner_cannot_leave"],
});

export const joinOrganizationByInviteLink = defineEndpoint({
  name: "joinOrganizationByInviteLink",
  method: "POST",
  path: "/api/v1/organization/join_organization_by_invite_link",
  access: "session",
  summary: "Join the team of an invite link, as a member",
  tag: "organization",
  body: z.strictObject({ inviteCode: z.string().max(INVITE_CODE_MAX_CHARS) }),
  response: Organization,
  errors: ["invite_link_unknown", "invite_link_expired", "already_member", "member_limit", "organization_limit"],
});
