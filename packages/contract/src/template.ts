import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Timestamp } from "./fields.ts";

/** What sandboxes are made from. */
export const Template = z.object({
  id: z.string(),
  name: z.string(),
  cpu: z.number().int().describe("Cores"),
  memory: z.number().int().describe("MB"),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  visibility: z.enum(["public", "private"]),
  screen: z
    .object({ width: z.number().int(), height: z.number().int(), density: z.number().int() })
    .describe("Pixels; dots per inch"),
});
export type Template = z.infer<typeof Template>;

export const getAllTemplates = defineEndpoint({
  name: "getAllTemplates",
  method: "GET",
  path: "/api/v1/template/get_all_templates",
  access: "session-or-api-key",
  summary: "The templates that the caller may use",
  tag: "template",
  response: z.array(Template),
});
