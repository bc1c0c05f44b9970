import { createAnApiKey, deleteAnApiKey, getAllApiKey } from "@terrarium/contract/api-key";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { ApiKeyService } from "./service.ts";

const CREATIONS_PER_MINUTE = 60;

export function registerApiKeyRoutes(app: FastifyInstance, { apiKeys }: { apiKeys: ApiKeyService }): void {
  serve(app, getAllApiKey, ({ caller, body }) => apiKeys.list(caller, body.organizationId));
  serve(app, createAnApiKey, ({ caller, body }) => apiKeys.create(caller, body.organizationId, body.name), {
    callsPerMinute: CREATIONS_PER_MINUTE,
  });
  serve(app, deleteAnApiKey, async ({ caller, body }) => {
    await apiKeys.delete(caller, body.organizationId, body.apiKeyId);
    return {};
  });
}
