import { createAnApiKey, deleteAnApiKey, getAllApiKey, rotateAnApiKey } from "@terrarium/contract/api-key";
import type { FastifyInstance } from "fastify";
import { empty, serve } from "../http/serve.ts";
import type { ApiKeyService } from "./service.ts";

const WRITE = { limit: "write" } as const;

export function registerApiKeyRoutes(app: FastifyInstance, { apiKeys }: { apiKeys: ApiKeyService }): void {
  serve(app, getAllApiKey, ({ caller, body }) => apiKeys.list(caller, body.organizationId));
  serve(app, createAnApiKey, ({ caller, body }) => apiKeys.create(caller, body.organizationId, body), WRITE);
  serve(
    app,
    rotateAnApiKey,
    ({ caller, body }) => apiKeys.rotate(caller, body.organizationId, body.apiKeyId, body.oldSecretFor ?? 0),
    WRITE,
  );
  serve(
    app,
    deleteAnApiKey,
    ({ caller, body }) => empty(apiKeys.delete(caller, body.organizationId, body.apiKeyId)),
    WRITE,
  );
}
