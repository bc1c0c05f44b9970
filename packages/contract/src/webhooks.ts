import { z } from "zod";
import { DeviceAction } from "./actions.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, OrganizationId, SandboxId, saying, Timestamp } from "./fields.ts";
import { WEBHOOK_URL_MAX_CHARS } from "./limits.ts";
import { EndReason } from "./sandbox.ts";

/** Events that a webhook can subscribe to. */
export const WEBHOOK_EVENTS = ["box.started", "box.ready", "box.ended", "box.action_failed"] as const;
export const WebhookEventType = z.enum(WEBHOOK_EVENTS);
export type WebhookEventType = z.infer<typeof WebhookEventType>;
/** Event of a test delivery, sent on request to any webhook, whatever its subscriptions. */
export const WEBHOOK_TEST_EVENT = "webhook.test";

const EventBox = z.object({
  id: SandboxId,
  name: z.string().nullable(),
  templateId: z.string(),
  labels: z.record(z.string(), z.string()),
});

const { id, kind, detail, outcome } = DeviceAction.shape;
const FailedAction = z.object({ id, kind, detail, outcome });

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: Timestamp.describe("Time of the event"), data });

/** Body of a delivery, in the format of Standard Webhooks (standardwebhooks.com). */
export const WebhookPayload = z.discriminatedUnion("type", [
  event("box.started", z.object({ box: EventBox })),
  event("box.ready", z.object({ box: EventBox, expiresAt: Timestamp })),
  event("box.ended", z.object({ box: EventBox, reason: EndReason })),
  event(
    "box.action_failed",
    z.object({
      box: EventBox,
      action: FailedAction,
    }),
  ),
  event(WEBHOOK_TEST_EVENT, z.object({ webhookId: z.string() })),
]);
export type WebhookPayload = z.infer<typeof WebhookPayload>;

const WebhookId = z.string().min(1).max(64);
const Url = z
  .url({ protocol: /^https?$/, ...saying("must be an http or https address") })
  .max(WEBHOOK_URL_MAX_CHARS)
  .describe("Address that receives the events; https, unless the operator allows others");
const Events = z.array(WebhookEventType).min(1).max(WEBHOOK_EVENTS.length).describe("Subscribed events");

/** Reasons why an attempt failed without a status or with a redirect. */
export const WEBHOOK_FAILURES = [
  "unknown_host",
  "address_not_allowed",
  "unreachable",
  "timeout",
  "bad_certificate",
  "bad_answer",
  "redirect",
  "disabled",
  "secret_unreadable",
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

export const Webhook = z.object({
  id: WebhookId,
  url: z.string(),
  events: z.array(WebhookEventType),
  enabled: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  oldSecretUntil: Timestamp.nullable().describe("Time until which deliveries are also signed with the previous secret"),
  failing: z
    .object({
      nextAttemptAt: Timestamp.nullable().describe("null: the delivery was given up"),
      status: z.number().int().nullable().describe("HTTP status of the last failed attempt"),
      failure: z.enum(WEBHOOK_FAILURES).nullable().describe("Why the attempt has no status"),
    })
    .nullable()
    .describe("The failed delivery that is retried next, or else the one at gaveUpAt; null: deliveries succeed"),
  gaveUpAt: Timestamp.nullable().describe("Time of the last failed delivery, if none succeeded since"),
  droppedAt: Timestamp.nullable().describe("Time of the last event dropped because too many were waiting"),
});
export type Webhook = z.infer<typeof Webhook>;

const WithSecret = Webhook.extend({
  secret: z.string().describe("whsec_ and base64: deliveries are signed with it. It is not shown again"),
});

export const WebhookDelivery = z.object({
  id: z.string(),
  webhookId: WebhookId,
  eventId: z.string().describe("Header webhook-id: the same in all attempts and replays"),
  type: z.string(),
  payload: z.string().describe("The body as sent"),
  state: z.enum(["waiting", "delivered", "failed"]),
  createdAt: Timestamp,
  attempts: z.number().int(),
  attemptedAt: Timestamp.nullable().describe("Time of the last attempt; the following fields describe it"),
  nextAttemptAt: Timestamp.nullable(),
  status: z.number().int().nullable().describe("HTTP status of the response"),
  durationMs: z.number().int().nullable(),
  answer: z.string().nullable().describe("Start of the response"),
  failure: z.enum(WEBHOOK_FAILURES).nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

// Reading requires `manage` too: the address of a receiver may contain a secret.
const webhook = { method: "POST", access: "session-or-api-key", scope: "manage", tag: "webhook" } as const;
const Team = z.strictObject({
  organizationId: OrganizationId.optional().describe("Default: the API key's team; required with a session token"),
});
const One = Team.extend({ webhookId: WebhookId });

export const getWebhooks = defineEndpoint({
  ...webhook,
  name: "getWebhooks",
  path: "/api/v1/webhook/get_webhooks",
  summary: "List the webhooks of a team, oldest first",
  body: Team,
  response: z.array(Webhook),
});

export const createWebhook = defineEndpoint({
  ...webhook,
  name: "createWebhook",
  path: "/api/v1/webhook/create_webhook",
  summary: "Create a webhook that posts events of a team's sandboxes; for owners and admins. The secret is shown once",
  errors: ["role_required", "webhook_limit", "webhook_url_refused"],
  body: Team.extend({ url: Url, events: Events }),
  response: WithSecret,
});

export const updateWebhook = defineEndpoint({
  ...webhook,
  name: "updateWebhook",
  path: "/api/v1/webhook/update_webhook",
  summary: "Change the given fields of a webhook; for owners and admins",
  errors: ["role_required", "webhook_url_refused"],
  body: One.extend({ url: Url.optional(), events: Events.optional(), enabled: z.boolean().optional() }),
  response: Webhook,
});

export const rotateWebhookSecret = defineEndpoint({
  ...webhook,
  name: "rotateWebhookSecret",
  path: "/api/v1/webhook/rotate_webhook_secret",
  summary:
    "Replace a webhook's secret; the new one is shown once. The old one also signs for one more day. For owners and admins",
  errors: ["role_required"],
  body: One,
  response: WithSecret,
});

export const deleteWebhook = defineEndpoint({
  ...webhook,
  name: "deleteWebhook",
  path: "/api/v1/webhook/delete_webhook",
  summary: "Delete a webhook and its deliveries; for owners and admins",
  errors: ["role_required"],
  body: One,
  response: Empty,
});

export const testWebhook = defineEndpoint({
  ...webhook,
  name: "testWebhook",
  path: "/api/v1/webhook/test_webhook",
  summary: `Send a webhook the event ${WEBHOOK_TEST_EVENT}; for owners and admins`,
  errors: ["role_required", "webhook_queue_full"],
  body: One,
  response: WebhookDelivery,
});

export const getWebhookDeliveries = defineEndpoint({
  ...webhook,
  name: "getWebhookDeliveries",
  path: "/api/v1/webhook/get_webhook_deliveries",
  summary: "A page of a webhook's deliveries, newest first",
  body: One.extend({ before: z.string().max(64).optional().describe("Id of a delivery; returns older ones") }),
  response: z.object({ data: z.array(WebhookDelivery), hasMore: z.boolean() }),
});

export const replayWebhookDelivery = defineEndpoint({
  ...webhook,
  name: "replayWebhookDelivery",
  path: "/api/v1/webhook/replay_webhook_delivery",
  summary: "Repeat a delivery with the same event id; for owners and admins",
  errors: ["role_required"],
  body: One.extend({ deliveryId: z.string().min(1).max(64) }),
  response: WebhookDelivery,
});
