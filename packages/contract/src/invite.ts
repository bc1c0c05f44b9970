import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, OrganizationId, Timestamp } from "./fields.ts";

/** A reusable code for joining a team, valid until it expires or is deleted. */
export const InviteLink = z.object({
  id: z.string(),
  inviteCode: z
    .string()
    .describe(
      "Four groups of four letters and digits, for example 7K3Q-W9XN-40RD-P2MB; empty if the server can no longer read them",
    ),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type InviteLink = z.infer<typeof InviteLink>;

export const createInviteLink = defineEndpoint({
  name: "createInviteLink",
  method: "POST",
  path: "/api/v1/invite/create_invite_link",
  access: "session",
  summary: "Create an invite link of a team",
  description: "`expiresAt` is in epoch seconds",
  tag: "invite",
  body: z.strictObject({
    organizationId: OrganizationId,
    expiresAt: z.number().finite().describe("Epoch seconds, 1 to 30 days ahead"),
  }),
  response: InviteLink,
  errors: ["invite_link_expiry", "invite_link_limit"],
});

export const getInviteLink = defineEndpoint({
  name: "getInviteLink",
  method: "POST",
  path: "/api/v1/invite/get_invite_link",
  access: "session",
  summary: "List the invite links of a team, newest first; expired ones are listed for a week",
  tag: "invite",
  body: z.strictObject({ organizationId: OrganizationId }),
  response: z.array(InviteLink),
});

export const deleteInviteLink = defineEndpoint({
  name: "deleteInviteLink",
  method: "POST",
  path: "/api/v1/invite/delete_invite_link",
  access: "session",
  summary: "Delete an invite link; it stops working at once",
  tag: "invite",
  body: z.strictObject({ organizationId: OrganizationId, inviteId: z.string().min(1).max(64) }),
  response: Empty,
});
