import {
  createWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "@terrarium/contract/webhooks";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { empty, serve } from "../http/serve.ts";
import type { WebhookService } from "./service.ts";

const WRITE = { limit: "write" } as const;

/** Returns the team of a call. Optional for API keys. Throws AppError invalid_request. */
function teamOf(caller: Caller, { organizationId }: { organizationId?: string | undefined }): string {
  if (organizationId !== undefined) return organizationId;
  if (caller.kind === "api-key") return caller.organizationId;
  throw new AppError("invalid_request", { detail: "organizationId: required with a session token" });
}

export function registerWebhookRoutes(app: FastifyInstance, { webhooks }: { webhooks: WebhookService }): void {
  serve(app, getWebhooks, ({ caller, body }) => webhooks.list(caller, teamOf(caller, body)));
  serve(app, createWebhook, ({ caller, body }) => webhooks.create(caller, teamOf(caller, body), body), WRITE);
  serve(
    app,
    updateWebhook,
    ({ caller, body }) => webhooks.update(caller, teamOf(caller, body), body.webhookId, body),
    WRITE,
  );
  serve(
    app,
    rotateWebhookSecret,
    ({ caller, body }) => webhooks.rotateSecret(caller, teamOf(caller, body), body.webhookId),
    WRITE,
  );
  serve(
    app,
    deleteWebhook,
    ({ caller, body }) => empty(webhooks.delete(caller, teamOf(caller, body), body.webhookId)),
    WRITE,
  );
  serve(app, testWebhook, ({ caller, body }) => webhooks.test(caller, teamOf(caller, body), body.webhookId), WRITE);
  serve(app, getWebhookDeliveries, ({ caller, body }) =>
    webhooks.deliveries(caller, teamOf(caller, body), body.webhookId, body.before),
  );
  serve(
    app,
    replayWebhookDelivery,
    ({ caller, body }) => webhooks.replay(caller, teamOf(caller, body), body.webhookId, body.deliveryId),
    WRITE,
  );
}
