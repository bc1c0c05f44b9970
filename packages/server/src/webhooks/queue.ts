import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import type { WebhookEventType, WebhookPayload } from "@terrarium/contract/webhooks";
import type { Database } from "@terrarium/platform/db/database";
import { newId, newOrderedId } from "@terrarium/platform/db/ids";
import type { Schema } from "@terrarium/platform/db/schema";
import type { Insertable } from "kysely";

/** An event of a sandbox. */
export type BoxEvent = Extract<WebhookPayload, { type: WebhookEventType }>;

type NewDelivery = Insertable<Schema["webhookDeliveries"]>;

/** Databases limit the number of values in a statement. */
const ROWS_AT_ONCE = 100;

let made = 0;

/** Returns a delivery that is due at once. `eventId` is the same at all webhooks that receive an event. */
export function newDelivery(
  webhook: { id: string; organizationId: string },
  payload: WebhookPayload,
  eventId: string,
  now: number,
): NewDelivery {
  return {
    id: newOrderedId("whd", now, made++),
    webhookId: webhook.id,
    organizationId: webhook.organizationId,
    eventId,
    type: payload.type,
    payload: JSON.stringify(payload),
    state: "waiting",
    createdAt: now,
    triedUntil: now + WEBHOOK_LIMITS.triedForMs,
    dueAt: now,
    attempts: 0,
  };
}

export const newEventId = (now: number): string => newId("evt", now);

/** Returns the number of a team's waiting deliveries. */
export async function countWaiting(db: Database, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("webhookDeliveries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Queues events for a team's subscribed webhooks, in the transaction that changes the sandbox: both are stored, or
 * neither. Drops events beyond the queue's limit; the webhook then shows that.
 */
export async function queueEvents(
  transaction: Database,
  organizationId: string,
  events: readonly BoxEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await transaction
    .selectFrom("webhooks")
    .select(["id", "organizationId", "events"])
    .where("organizationId", "=", organizationId)
    .where("enabled", "=", 1)
    .orderBy("id")
    .execute();
  if (webhooks.length === 0) return;
  const deliveries = events.flatMap((event) => {
    const eventId = newEventId(now);
    return webhooks
      .filter((webhook) => JSON.parse(webhook.events).includes(event.type))
      .map((webhook) => newDelivery(webhook, event, eventId, now));
  });
  if (deliveries.length === 0) return;
  const room = Math.max(0, WEBHOOK_LIMITS.waiting - (await countWaiting(transaction, organizationId)));
  const queued = deliveries.slice(0, room);
  for (let from = 0; from < queued.length; from += ROWS_AT_ONCE)
    await transaction
      .insertInto("webhookDeliveries")
      .values(queued.slice(from, from + ROWS_AT_ONCE))
      .execute();
  const leftOut = new Set(deliveries.slice(room).map(({ webhookId }) => webhookId));
  if (leftOut.size > 0)
    await transaction
      .updateTable("webhooks")
      .set({ droppedAt: now })
      .where("id", "in", [...leftOut])
      .execute();
}
