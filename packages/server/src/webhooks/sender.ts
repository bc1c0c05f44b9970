import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import { openOrEmpty, type SecretBox } from "@terrarium/platform/secrets/secret-box";
import type { FastifyBaseLogger } from "fastify";
import { Webhook as Signer } from "standardwebhooks";
import { type Posted, type PostReach, postJson } from "./post.ts";
import type { AttemptRecord, DeliveryRecord, Outcome, WebhookRecord, WebhookStore } from "./store.ts";

/** Longer than any attempt. A delivery of a server that dies waits for this time. */
const LEASE_MS = 60_000;
const FIRST_DELAY_MS = 5_000;
const DELAY_FACTOR = 4;
const MAX_DELAY_MS = 4 * 60 * 60_000;
/** Random share of the delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
/** The receiver wants no more deliveries (Standard Webhooks, "Operational considerations"). */
const GONE = 410;
const USER_AGENT = "Terrarium-Webhooks/1";

export interface WebhookSender {
  /** Starts sending due deliveries, up to the limit. Resolves when all have started. */
  sendDue(): Promise<void>;
  /** Aborts current deliveries, which the next server sends again at once, and sends nothing more. */
  close(): Promise<void>;
}

export interface WebhookSenderParts {
  store: Pick<WebhookStore, "claim" | "find" | "finish">;
  box: Pick<SecretBox, "open">;
  /** Returns the network access of a team's webhooks. */
  reachOf: (organizationId: string) => PostReach;
  log: Pick<FastifyBaseLogger, "error" | "info">;
}

/** Returns the delay of the next attempt after this many: 5 s, 20 s, 80 s … up to 4 h, with jitter. */
export function delayAfterMs(attempts: number, chance: number = Math.random()): number {
  const delayMs = Math.min(FIRST_DELAY_MS * DELAY_FACTOR ** (attempts - 1), MAX_DELAY_MS);
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * chance));
}

export function createWebhookSender(
  { store, box, reachOf, log }: WebhookSenderParts,
  clock: () => number = Date.now,
): WebhookSender {
  const { atOnce, attemptMs } = WEBHOOK_LIMITS;
  const closing = new AbortController();
  /** Current deliveries, each with its webhook and team. */
  const sending = new Map<Promise<void>, DeliveryRecord>();
  let beginning: Promise<void> | undefined;
  let isWanted = false;

  /** Claims a due delivery of the team with the fewest current ones, so that slow receivers do not use every slot. */
  async function claim(): Promise<DeliveryRecord | undefined> {
    const [webhooks, teams] = [new Map<string, number>(), new Map<string, number>()];
    const countOne = (counts: Map<string, number>, id: string) => void counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const { webhookId, organizationId } of sending.values()) {
      countOne(webhooks, webhookId);
      countOne(teams, organizationId);
    }
    const having = (counts: Map<string, number>, least: number) =>
      [...counts].flatMap(([id, count]) => (count >= least ? [id] : []));
    const webhookIds = having(webhooks, atOnce.perWebhook);
    const underWay = new Set([0, ...teams.values()].filter((count) => count < atOnce.perTeam));
    for (const count of [...underWay].toSorted((a, b) => a - b)) {
      const now = clock();
      const organizationIds = having(teams, count + 1);
      const delivery = await store.claim(now, now + LEASE_MS, { webhookIds, organizationIds });
      if (delivery) return delivery;
    }
    return undefined;
  }

  async function begin(): Promise<void> {
    while (sending.size < atOnce.total && !closing.signal.aborted) {
      const delivery = await claim();
      if (!delivery) return;
      const attempt = attemptOnce(delivery)
        .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.id }, "failed to deliver a webhook"))
        .finally(() => {
          sending.delete(attempt);
          // A slot is free again. The job's next run retries after a database failure.
          if (!closing.signal.aborted)
            sendDue().catch((error: unknown) => log.error({ err: error }, "webhook deliveries are waiting"));
        });
      sending.set(attempt, delivery);
    }
  }

  async function attemptOnce(delivery: DeliveryRecord): Promise<void> {
    const webhook = await store.find(delivery.organizationId, delivery.webhookId);
    if (!webhook) return;
    const attemptedAt = clock();
    const posted = webhook.enabled === 1 ? await post(webhook, delivery, attemptedAt) : DISABLED;
    // It is retried under the same id when the lease expires.
    if (posted === undefined) return store.finish(delivery, NOTHING, { state: "waiting", dueAt: clock() });
    const attempt = { ...posted, attemptedAt, durationMs: clock() - attemptedAt };
    const outcome = outcomeOf(delivery, webhook.url, posted, clock());
    await store.finish(delivery, attempt, outcome);
    if (outcome.state === "failed")
      log.info(
        { webhookId: webhook.id, deliveryId: delivery.id, attempts: delivery.attempts },
        "a webhook was given up",
      );
  }

  /** Undefined: aborted because this server ends. */
  async function post(webhook: WebhookRecord, delivery: DeliveryRecord, now: number): Promise<Posted | undefined> {
    const { eventId, payload } = delivery;
    const secret = openOrEmpty(box, webhook.secretSealed, webhook.id);
    if (secret === "") return UNREADABLE;
    const hasOld = webhook.oldSecretSealed !== null && (webhook.oldSecretUntil ?? 0) > now;
    const oldSecret = hasOld ? openOrEmpty(box, webhook.oldSecretSealed ?? "", webhook.id) : "";
    const secrets = [secret, oldSecret].filter((each) => each !== "");
    const headers = {
      "user-agent": USER_AGENT,
      "webhook-id": eventId,
      "webhook-timestamp": String(Math.floor(now / 1_000)),
      "webhook-signature": secrets.map((each) => new Signer(each).sign(eventId, new Date(now), payload)).join(" "),
    };
    try {
      const reach = { attemptMs, ...reachOf(webhook.organizationId) };
      return await postJson(new URL(webhook.url), payload, headers, reach, closing.signal);
    } catch (error) {
      if (closing.signal.aborted) return undefined;
      throw error;
    }
  }

  async function sendDue(): Promise<void> {
    isWanted = true;
    beginning ??= beginAll();
    await beginning;
  }

  /** A request that arrives during the query may not be in its result, so it queries again. */
  async function beginAll(): Promise<void> {
    try {
      while (isWanted) {
        isWanted = false;
        await begin();
      }
    } finally {
      beginning = undefined;
    }
  }

  return {
    sendDue,
    async close() {
      closing.abort();
      await beginning?.catch(() => undefined);
      await Promise.all(sending.keys());
    },
  };
}

const DISABLED: Posted = { status: null, answer: null, failure: "disabled" };
/** It may get a new one while the delivery is being retried. */
const UNREADABLE: Posted = { status: null, answer: null, failure: "secret_unreadable" };
const NOTHING: AttemptRecord = { attemptedAt: null, status: null, durationMs: null, answer: null, failure: null };

function outcomeOf(delivery: DeliveryRecord, url: string, { status, failure }: Posted, now: number): Outcome {
  if (status !== null && status >= 200 && status < 300) return { state: "delivered" };
  const dueAt = now + delayAfterMs(delivery.attempts);
  const isGone = status === GONE;
  if (failure === "disabled" || isGone || dueAt > delivery.triedUntil) return { state: "failed", url, isGone };
  return { state: "waiting", dueAt };
}
