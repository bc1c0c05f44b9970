import { z } from "zod";
import { DurationMs } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, OrganizationId, Timestamp } from "./fields.ts";
import { REFUSED_API_KEY_NAME } from "./form-rules.ts";
import { API_KEY_GRACE_MAX_MS, API_KEY_LIFETIME_MS, API_KEY_NAME } from "./limits.ts";
import { Scope } from "./scope.ts";

/** The console applies the same checks during typing (`apiKeyNameProblem`). */
export const ApiKeyName = z
  .string()
  .min(1, REFUSED_API_KEY_NAME.empty)
  .min(API_KEY_NAME.minChars, REFUSED_API_KEY_NAME.length)
  .max(API_KEY_NAME.maxChars, { error: REFUSED_API_KEY_NAME.length, abort: true })
  .regex(API_KEY_NAME.pattern, REFUSED_API_KEY_NAME.characters);

const ApiKeyId = z.string().min(1).max(64);

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z
    .string()
    .describe("The secret: trm_ and 43 characters of base64url; empty if the server can no longer read it"),
  scope: Scope.describe("Rights of programs with the key: read; also drive devices; also manage sandboxes"),
  expiresAt: Timestamp.nullable().describe("null: never"),
  lastUsedAt: Timestamp.nullable().describe("Accurate to a minute; null: never"),
  oldSecretUntil: Timestamp.nullable().describe("Time until which the previous secret also works; null: it does not"),
  createdAt: Timestamp,
  updatedAt: Timestamp.describe("Time of its current secret"),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const getAllApiKey = defineEndpoint({
  name: "getAllApiKey",
  method: "POST",
  path: "/api/v1/api_key/get_all_api_key",
  access: "session",
  summary: "List the API keys of a team, oldest first",
  tag: "api_key",
  body: z.strictObject({ organizationId: OrganizationId }),
  response: z.array(ApiKey),
});

export const createAnApiKey = defineEndpoint({
  name: "createAnApiKey",
  method: "POST",
  path: "/api/v1/api_key/create_an_api_key",
  access: "session",
  summary: "Create an API key for a team",
  description: "Rejects `expiresAt`, so that no key is mistaken for one that expires",
  errors: ["api_key_limit", "had_api_keys"],
  tag: "api_key",
  body: z.strictObject({
    organizationId: OrganizationId,
    name: ApiKeyName,
    scope: Scope.default("manage"),
    expiresIn: DurationMs.refine(
      (ms) => ms >= API_KEY_LIFETIME_MS.min && ms <= API_KEY_LIFETIME_MS.max,
      "must be from 1 minute to 10 years",
    )
      .optional()
      .describe('Time after which the key expires, for example "720h"; default: never'),
    // Declared so that its error names the field that sets the end.
    expiresAt: z
      .null('is not taken here: say after how long by expiresIn, for example "720h"')
      .optional()
      .describe("Only null is accepted: set the end of a key with expiresIn"),
    onlyFirst: z
      .boolean()
      .optional()
      .describe("Create it only if the team never had a key, as the console does for an empty list"),
  }),
  response: ApiKey,
});

export const rotateAnApiKey = defineEndpoint({
  name: "rotateAnApiKey",
  method: "POST",
  path: "/api/v1/api_key/rotate_an_api_key",
  access: "session",
  summary: "Replace an API key's secret; the old one stops working at once or after the given time",
  tag: "api_key",
  body: z.strictObject({
    organizationId: OrganizationId,
    apiKeyId: ApiKeyId,
    oldSecretFor: DurationMs.refine((ms) => ms <= API_KEY_GRACE_MAX_MS, "must be at most 7 days")
      .optional()
      .describe(
        'Time for which the old secret still works, for example "24h"; default: none. Earlier secrets end in any case',
      ),
  }),
  response: ApiKey,
});

export const deleteAnApiKey = defineEndpoint({
  name: "deleteAnApiKey",
  method: "POST",
  path: "/api/v1/api_key/delete_an_api_key",
  access: "session",
  summary: "Delete an API key; it stops working at once",
  tag: "api_key",
  body: z.strictObject({ organizationId: OrganizationId, apiKeyId: ApiKeyId }),
  response: Empty,
});
