import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Timestamp } from "./fields.ts";
import { SANDBOX_KINDS } from "./sandbox-kind.ts";

/** An attached phone and its state. */
export const AttachedPhone = z.object({
  model: z.string(),
  state: z.enum(["free", "in use", "cleaning", "set aside", "offline"]),
  batteryPercent: z.number().optional(),
  temperatureC: z.number().optional(),
});
export type AttachedPhone = z.infer<typeof AttachedPhone>;

/** A template for sandboxes. Without `visibility` it is public. */
export const Template = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional().describe("What its sandboxes are for, in one sentence"),
  cpu: z.number().int().optional().describe("Cores"),
  memory: z.number().int().optional().describe("MB"),
  provider: z.string().optional().describe("Where its devices run: `embedded`, `docker` and so on"),
  kind: z.enum(SANDBOX_KINDS).optional().describe("Kind of its sandboxes. Missing: a phone"),
  missing: z.array(z.string()).optional().describe("Reasons why it is not available now; missing if it is available"),
  phones: z.array(AttachedPhone).optional().describe("Attached phones; each sandbox uses one"),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  visibility: z.enum(["public", "private"]).default("public"),
  screen: z
    .object({ width: z.number().int(), height: z.number().int(), density: z.number().int() })
    .optional()
    .describe("Pixels; dots per inch. Missing if its sandboxes have no screen"),
});
export type Template = z.infer<typeof Template>;

export const getAllTemplates = defineEndpoint({
  name: "getAllTemplates",
  method: "GET",
  path: "/api/v1/template/get_all_templates",
  access: "session-or-api-key",
  summary: "List the templates available to the caller",
  tag: "template",
  response: z.array(Template),
});
