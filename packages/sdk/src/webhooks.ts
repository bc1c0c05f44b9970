import type { BodyInputOf, Endpoint } from "@terrarium/contract/endpoint";
import {
  createWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from "@terrarium/contract/webhooks";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

/** A webhook with its new secret. The secret is not shown again. */
type WithSecret = Webhook & { secret: string };
type Change<E extends Endpoint> = Omit<BodyInputOf<E>, "webhookId">;

/**
 * Webhooks of the API key's team; the key needs the scope `manage`. With a session token each body names the team as
 * `organizationId`. Every method rejects with TerrariumError if its call fails.
 */
export class Webhooks {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * Creates a webhook that posts events of the team's boxes to an address. Keep the `secret` of the response: it signs
   * the deliveries.
   */
  async create(body: BodyInputOf<typeof createWebhook>, options: CallOptions = {}): Promise<WithSecret> {
    return this.#http.call(createWebhook, { body, ...options });
  }

  /** Returns all webhooks, oldest first. */
  async list(body: BodyInputOf<typeof getWebhooks> = {}, options: CallOptions = {}): Promise<Webhook[]> {
    return this.#http.call(getWebhooks, { body, ...options });
  }

  /** Changes the given fields. */
  async update(webhookId: string, body: Change<typeof updateWebhook>, options: CallOptions = {}): Promise<Webhook> {
    return this.#http.call(updateWebhook, { body: { ...body, webhookId }, ...options });
  }

  /** Replaces the secret. The old one also signs for one more day. */
  async rotateSecret(
    webhookId: string,
    body: Change<typeof rotateWebhookSecret> = {},
    options: CallOptions = {},
  ): Promise<WithSecret> {
    return this.#http.call(rotateWebhookSecret, { body: { ...body, webhookId }, ...options });
  }

  /** Deletes a webhook and its deliveries. */
  async delete(webhookId: string, body: Change<typeof deleteWebhook> = {}, options: CallOptions = {}): Promise<void> {
    await this.#http.call(deleteWebhook, { body: { ...body, webhookId }, ...options });
  }

  /** Sends the event `webhook.test`. */
  async test(
    webhookId: string,
    body: Change<typeof testWebhook> = {},
    options: CallOptions = {},
  ): Promise<WebhookDelivery> {
    return this.#http.call(testWebhook, { body: { ...body, webhookId }, ...options });
  }

  /** Returns a page of deliveries, newest first. `before` is the id of the last delivery on the previous page. */
  async deliveries(
    webhookId: string,
    body: Change<typeof getWebhookDeliveries> = {},
    options: CallOptions = {},
  ): Promise<{ data: WebhookDelivery[]; hasMore: boolean }> {
    return this.#http.call(getWebhookDeliveries, { body: { ...body, webhookId }, ...options });
  }

  /** Repeats a delivery, with the same event id. */
  async replay(
    webhookId: string,
    body: Change<typeof replayWebhookDelivery>,
    options: CallOptions = {},
  ): Promise<WebhookDelivery> {
    return this.#http.call(replayWebhookDelivery, { body: { ...body, webhookId }, ...options });
  }
}
