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
  scope: Scope.describe("What programs with the key may do: read; drive devices as well; manage sandboxes as well"),
  expiresAt: Timestamp.nullable().describe("null: never"),
  lastUsedAt: Timestamp.nullable().describe("To within a minute; null: never so far"),
  oldSecretUntil: Timestamp.nullable().describe(
    "Until when the secret before this one works as well; null: it does not",
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp.describe("When it got its secret"),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const getAllApiKey = defineEndpoint({
  name: "getAllApiKey",
  method: "POST",
  path: "/api/v1/api_key/get_all_api_key",
  access: "session",
  summary: "The API keys of a team, oldest first",
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
      .describe('After which the key is refused, for example "720h"; default: never'),
    // Declared so that its error names the field that sets the end.
    expiresAt: z
      .null('is not taken here: say after how long by expiresIn, for example "720h"')
      .optional()
      .describe("null at most: the end of a key is given by expiresIn"),
    onlyFirst: z
      .boolean()
      .optional()
      .describe("Make it only if the team never had a key, as the console does for a list that loads empty"),
  }),
  response: ApiKey,
});

export const rotateAnApiKey = defineEndpoint({
  name: "rotateAnApiKey",
  method: "POST",
  path: "/api/v1/api_key/rotate_an_api_key",
  access: "session",
  summary: "Give an API key a new secret; the old one ends at once, or after a while if it is to",
  tag: "api_key",
  body: z.strictObject({
    organizationId: OrganizationId,
    apiKeyId: ApiKeyId,
    oldSecretFor: DurationMs.refine((ms) => ms <= API_KEY_GRACE_MAX_MS, "must be at most 7 days")
      .optional()
      .describe(
        'How long the old secret works on, for example "24h"; default: not at all. One before it ends in any case',
      ),
  }),
  response: ApiKey,
});

export const deleteAnApiKey = defineEndpoint({
  name: "deleteAnApiKey",
  method: "POST",
  path: "/api/v1/api_key/delete_an_api_key",
  access: "session",
  summary: "Delete an API key; programs that use it are refused from then on",
  tag: "api_key",
  body: z.strictObject({ organizationId: OrganizationId, apiKeyId: ApiKeyId }),
  response: Empty,
});
