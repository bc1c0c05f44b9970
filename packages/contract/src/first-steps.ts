import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { OrganizationId } from "./fields.ts";

/** First steps of a team, for the checklist of the console. */
export const FirstSteps = z.object({
  sandbox: z.boolean().describe("A sandbox of the team has started"),
  script: z.boolean().describe("A script has run with an API key of the team, for example in the playground"),
  program: z.boolean().describe("A program has called with an API key of the team: an agent over MCP, the SDK, curl"),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const getFirstSteps = defineEndpoint({
  name: "getFirstSteps",
  method: "POST",
  path: "/api/v1/organization/get_first_steps",
  access: "session",
  summary: "The first steps that a team has done",
  tag: "organization",
  body: z.strictObject({ organizationId: OrganizationId }),
  response: FirstSteps,
});
