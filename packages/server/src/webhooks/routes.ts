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
import type { FastifyInstance } from "fastify";
import { empty, serve } from "../http/serve.ts";
import type { WebhookService } from "./service.ts";

const WRITE = { limit: "write" } as const;

export function registerWebhookRoutes(app: FastifyInstance, { webhooks }: { webhooks: WebhookService }): void {
  serve(app, getWebhooks, ({ caller, body }) => webhooks.list(caller, body.organizationId));
  serve(app, createWebhook, ({ caller, body }) => webhooks.create(caller, body.organizationId, body), WRITE);
  serve(
    app,
    updateWebhook,
    ({ caller, body }) => webhooks.update(caller, body.organizationId, body.webhookId, body),
    WRITE,
  );
  serve(
    app,
    rotateWebhookSecret,
    ({ caller, body }) => webhooks.rotateSecret(caller, body.organizationId, body.webhookId),
    WRITE,
  );
  serve(
    app,
    deleteWebhook,
    ({ caller, body }) => empty(webhooks.delete(caller, body.organizationId, body.webhookId)),
    WRITE,
  );
  serve(app, testWebhook, ({ caller, body }) => webhooks.test(caller, body.organizationId, body.webhookId), WRITE);
  serve(app, getWebhookDeliveries, ({ caller, body }) =>
    webhooks.deliveries(caller, body.organizationId, body.webhookId, body.before),
  );
  serve(
    app,
    replayWebhookDelivery,
    ({ caller, body }) => webhooks.replay(caller, body.organizationId, body.webhookId, body.deliveryId),
    WRITE,
  );
}
