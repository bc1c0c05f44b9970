import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, nameField } from "./fields.ts";
import { DEVICE_END_TIMEOUT_MS, INVITE_CODE_MAX_CHARS, USER_NAME_MAX_CHARS } from "./limits.ts";

export const User = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string().nullable().describe("Image address"),
  inviteCode: z.string().nullable().describe("Set after an invite code was accepted"),
});
export type User = z.infer<typeof User>;

export const getCurrentUserInfo = defineEndpoint({
  name: "getCurrentUserInfo",
  method: "GET",
  path: "/api/v1/user/get_current_user_info",
  access: "session",
  summary: "The signed-in user",
  tag: "user",
  response: User,
});

const UserName = nameField(USER_NAME_MAX_CHARS).describe(`1 to ${USER_NAME_MAX_CHARS} characters`);

export const updateUserInfo = defineEndpoint({
  name: "updateUserInfo",
  method: "POST",
  path: "/api/v1/user/update_user_info",
  access: "session",
  summary: "Change the name of the signed-in user, given as username or as name",
  tag: "user",
  body: z
    .strictObject({ username: UserName.optional(), name: UserName.optional() })
    .transform(({ username, name }, context) => {
      const given = name ?? username;
      if (given === undefined) {
        context.addIssue({ code: "custom", message: "give the new name as name, or as username" });
        return z.NEVER;
      }
      return { name: given };
    }),
  response: User,
});

/** The effect of the signed-in user's deletion on one of their teams. */
export const TeamAfterDeletion = z.object({
  id: z.string(),
  name: z.string(),
  outcome: z
    .enum(["deleted", "transferred", "left"])
    .describe("deleted: with everything in it; transferred: to newOwner; left: the membership ends"),
  newOwner: z.string().nullable().describe("Name of the next owner of a transferred team"),
  sandboxes: z.number().int().describe("Sandboxes that have not ended; they end with a deleted team"),
});
export type TeamAfterDeletion = z.infer<typeof TeamAfterDeletion>;

export const getDeletionEffects = defineEndpoint({
  name: "getDeletionEffects",
  method: "GET",
  path: "/api/v1/user/get_deletion_effects",
  access: "session",
  summary: "What would happen to each team of the signed-in user if they deleted their account now",
  tag: "user",
  response: z.array(TeamAfterDeletion),
});

export const deleteUser = defineEndpoint({
  name: "deleteUser",
  method: "POST",
  path: "/api/v1/user/delete_user",
  access: "session",
  summary:
    "Delete the signed-in user. Each team they own passes to its longest-standing admin, else member; a team without other members is disbanded",
  timeoutMs: DEVICE_END_TIMEOUT_MS,
  tag: "user",
  response: Empty,
});

export const useInviteCode = defineEndpoint({
  name: "useInviteCode",
  method: "POST",
  path: "/api/v1/user/use_invite_code",
  access: "session",
  summary: "Redeem an invite code for the signed-in user; has no effect if they have redeemed one before",
  tag: "user",
  body: z.strictObject({ inviteCode: z.string().max(INVITE_CODE_MAX_CHARS) }),
  response: User,
  errors: ["invite_code_unknown", "invite_code_used", "invite_code_expired"],
});
