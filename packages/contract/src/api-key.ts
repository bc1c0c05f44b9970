import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, OrganizationId, Timestamp } from "./fields.ts";
import { API_KEY_NAME } from "./limits.ts";

/** The console shows these messages as the name is typed; the server answers with the same. */
export const ApiKeyName = z
  .string()
  .min(1, "Name cannot be empty")
  .min(API_KEY_NAME.minChars, "Name must be between 3 and 50 characters")
  .max(API_KEY_NAME.maxChars, { error: "Name must be between 3 and 50 characters", abort: true })
  .regex(API_KEY_NAME.pattern, "Name can only contain letters, numbers, underscores and hyphens");

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z
    .string()
    .describe("The secret: trm_ and 43 characters of base64url; empty if the server can no longer read it"),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type ApiKey = z.infer<typeof ApiKey>;

export const getAllApiKey = defineEndpoint({
  name: "getAllApiKey",
  method: "POST",
  path: "/api/v1/api_key/get_all_api_key",
  access: "session",
  summary: "The API keys of a team, oldest first",
  tag: "api_key",
  body: z.object({ organizationId: OrganizationId }),
  response: z.array(ApiKey),
});

export const createAnApiKey = defineEndpoint({
  name: "createAnApiKey",
  method: "POST",
  path: "/api/v1/api_key/create_an_api_key",
  access: "session",
  summary: "Create an API key for a team",
  tag: "api_key",
  body: z.object({ organizationId: OrganizationId, name: ApiKeyName }),
  response: ApiKey,
});

export const deleteAnApiKey = defineEndpoint({
  name: "deleteAnApiKey",
  method: "POST",
  path: "/api/v1/api_key/delete_an_api_key",
  access: "session",
  summary: "Delete an API key; programs that use it are refused from then on",
  tag: "api_key",
  body: z.object({ organizationId: OrganizationId, apiKeyId: z.string().min(1).max(64) }),
  response: Empty,
});
