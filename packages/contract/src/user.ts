import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

export const User = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string().nullable().describe("Image address"),
  inviteCode: z.string().nullable().describe("Set once an invite code was accepted"),
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
