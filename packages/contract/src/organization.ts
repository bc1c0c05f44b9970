import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { OrganizationId } from "./fields.ts";
import { TEAM_NAME_MAX_CHARS } from "./limits.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** A team, as the signed-in user sees it. */
export const Organization = z.object({ id: OrganizationId, name: z.string(), role: Role });
export type Organization = z.infer<typeof Organization>;

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
  tag: "organization",
  body: z.object({ name: z.string().trim().min(1).max(TEAM_NAME_MAX_CHARS) }),
  response: Organization,
});
