import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import type { WebhookPayload } from "@terrarium/contract/webhooks";
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Database } from "../db/database.ts";
import { lockOrganization } from "../db/locks.ts";
import type { Schema } from "../db/schema.ts";
import { countWaiting, newDelivery, newEventId } from "./queue.ts";

export type WebhookRecord = Selectable<Schema["webhooks"]>;
export type DeliveryRecord = Selectable<Schema["webhookDeliveries"]>;
/** How an attempt ended. */
export type AttemptRecord = Pick<DeliveryRecord, "attemptedAt" | "status" | "durationMs" | "answer" | "failure">;
/** What becomes of a delivery after an attempt. */
export type Outcome = { state: "delivered" | "failed" } | { state: "waiting"; dueAt: number };

/** What is at its limit, and is left for later. */
export interface Busy {
  webhookIds: readonly string[];
  organizationIds: readonly string[];
}

export interface WebhookStore {
  /** Inserts one unless the team has `limit` already. */
  insertWithin(
    limit: number,
    webhook: Insertable<Schema["webhooks"]>,
  ): Promise<"inserted" | "limit" | "no-organization">;
  /** Oldest first. */
  list(organizationId: string): Promise<WebhookRecord[]>;
  find(organizationId: string, id: string): Promise<WebhookRecord | undefined>;
  /** Undefined: there is no such webhook of the team. */
  update(
    organizationId: string,
    id: string,
    change: Updateable<Schema["webhooks"]>,
  ): Promise<WebhookRecord | undefined>;
  /** With its deliveries; answers whether there was such a webhook. */
  delete(organizationId: string, id: string): Promise<boolean>;
  /** Leaves an event to be posted to one webhook; undefined if too many of its team wait. */
  queue(webhook: WebhookRecord, payload: WebhookPayload, now: number): Promise<DeliveryRecord | undefined>;
  /** Makes a delivery due again, as if it were new; undefined if there is none. */
  replay(webhookId: string, id: string, now: number): Promise<DeliveryRecord | undefined>;
  /** The newest of a webhook, or those before one, newest first. */
  deliveries(webhookId: string, limit: number, before: string | undefined): Promise<DeliveryRecord[]>;
  /** Takes the delivery that has been due longest and keeps it from others until `leaseUntil`; undefined if none is due. */
  claim(now: number, leaseUntil: number, busy: Busy): Promise<DeliveryRecord | undefined>;
  /** Notes how a claimed delivery's attempt ended, unless another attempt has begun, and forgets what is too old. */
  finish(delivery: DeliveryRecord, attempt: AttemptRecord, outcome: Outcome): Promise<void>;
}

export function createWebhookStore(db: Database): WebhookStore {
  return {
    insertWithin: (limit, webhook) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockOrganization(transaction, webhook.organizationId))) return "no-organization";
        const { count } = await transaction
          .selectFrom("webhooks")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("organizationId", "=", webhook.organizationId)
          .executeTakeFirstOrThrow();
        if (count >= limit) return "limit";
        await transaction.insertInto("webhooks").values(webhook).execute();
        return "inserted";
      }),
    list: (organizationId) =>
      db.selectFrom("webhooks").selectAll().where("organizationId", "=", organizationId).orderBy("id").execute(),
    find: (organizationId, id) =>
      db
        .selectFrom("webhooks")
        .selectAll()
        .where("id", "=", id)
        .where("organizationId", "=", organizationId)
        .executeTakeFirst(),
    update: (organizationId, id, change) =>
      db
        .updateTable("webhooks")
        .set(change)
        .where("id", "=", id)
        .where("organizationId", "=", organizationId)
        .returningAll()
        .executeTakeFirst(),
    async delete(organizationId, id) {
      const query = db.deleteFrom("webhooks").where("id", "=", id).where("organizationId", "=", organizationId);
      return (await query.executeTakeFirst()).numDeletedRows > 0n;
    },

    queue: (webhook, payload, now) =>
      db.transaction().execute(async (transaction) => {
        if ((await countWaiting(transaction, webhook.organizationId)) >= WEBHOOK_LIMITS.waiting) return undefined;
        return transaction
          .insertInto("webhookDeliveries")
          .values(newDelivery(webhook, payload, newEventId(now), now))
          .returningAll()
          .executeTakeFirst();
      }),
    replay: (webhookId, id, now) =>
      db
        .updateTable("webhookDeliveries")
        .set((eb) => {
          const triedUntil = now + WEBHOOK_LIMITS.triedForMs;
          // It tells this round of attempts from the ones before, of which one may be under way.
          const later = eb
            .case()
            .when("triedUntil", ">=", triedUntil)
            .then(eb("triedUntil", "+", 1));
          return { state: "waiting", dueAt: now, attempts: 0, triedUntil: later.else(triedUntil).end() };
        })
        .where("id", "=", id)
        .where("webhookId", "=", webhookId)
        .returningAll()
        .executeTakeFirst(),
    deliveries: (webhookId, limit, before) =>
      db
        .selectFrom("webhookDeliveries")
        .selectAll()
        .where("webhookId", "=", webhookId)
        .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    claim: (now, leaseUntil, { webhookIds, organizationIds }) =>
      db
        .updateTable("webhookDeliveries")
        .set((eb) => ({ dueAt: leaseUntil, attempts: eb("attempts", "+", 1) }))
        .where("id", "=", (eb) =>
          eb
            .selectFrom("webhookDeliveries")
            .select("id")
            .where("state", "=", "waiting")
            .where("dueAt", "<=", now)
            .$if(webhookIds.length > 0, (query) => query.where("webhookId", "not in", webhookIds))
            .$if(organizationIds.length > 0, (query) => query.where("organizationId", "not in", organizationIds))
            .orderBy("dueAt")
            .limit(1),
        )
        // Again: of two servers that found the same one the second waits for the first, and then finds it taken.
        .where("state", "=", "waiting")
        .where("dueAt", "<=", now)
        .returningAll()
        .executeTakeFirst(),
    finish: ({ id, webhookId, attempts, triedUntil }, attempt, outcome) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("webhookDeliveries")
          .set({ ...attempt, ...outcome })
          .where("id", "=", id)
          .where("attempts", "=", attempts)
          .where("triedUntil", "=", triedUntil)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n || outcome.state === "waiting") return;
        if (outcome.state === "delivered")
          await transaction
            .updateTable("webhooks")
            .set({ gaveUpAt: null })
            .where("id", "=", webhookId)
            .where("gaveUpAt", "is not", null)
            .execute();
        else
          await transaction
            .updateTable("webhooks")
            .set({ gaveUpAt: attempt.attemptedAt })
            .where("id", "=", webhookId)
            .execute();
        await trim(transaction, webhookId);
      }),
  };
}

/** Removes of a webhook's deliveries all but the newest that are done. */
async function trim(transaction: Database, webhookId: string): Promise<void> {
  const last = await transaction
    .selectFrom("webhookDeliveries")
    .select("id")
    .where("webhookId", "=", webhookId)
    .where("state", "!=", "waiting")
    .orderBy("id", "desc")
    .offset(WEBHOOK_LIMITS.keptDeliveries)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return;
  await transaction
    .deleteFrom("webhookDeliveries")
    .where("webhookId", "=", webhookId)
    .where("state", "!=", "waiting")
    .where("id", "<=", last.id)
    .execute();
}
