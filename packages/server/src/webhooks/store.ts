import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import type { WebhookPayload } from "@terrarium/contract/webhooks";
import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization } from "@terrarium/platform/db/locks";
import type { Schema } from "@terrarium/platform/db/schema";
import type { SealedColumn } from "@terrarium/platform/secrets/reseal";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { countWaiting, newDelivery, newEventId } from "./queue.ts";

export type WebhookRecord = Selectable<Schema["webhooks"]>;
export type DeliveryRecord = Selectable<Schema["webhookDeliveries"]>;
/** Result of an attempt. */
export type AttemptRecord = Pick<DeliveryRecord, "attemptedAt" | "status" | "durationMs" | "answer" | "failure">;
/** The failed delivery that a webhook shows. */
export type FailingRecord = Pick<DeliveryRecord, "webhookId" | "state" | "dueAt" | "status" | "failure">;
/** State of a delivery after an attempt. */
export type Outcome =
  | { state: "delivered" }
  | { state: "waiting"; dueAt: number }
  /** `url`: target of the attempt; `isGone`: the receiver wants no more. */
  | { state: "failed"; url: string; isGone: boolean };

/** Webhooks and teams at their limit, to be skipped for now. */
export interface Busy {
  webhookIds: readonly string[];
  organizationIds: readonly string[];
}

export interface WebhookStore {
  /** Inserts a webhook unless the team already has `limit`. */
  insertWithin(
    limit: number,
    webhook: Insertable<Schema["webhooks"]>,
  ): Promise<"inserted" | "limit" | "no-organization">;
  /** Oldest first. */
  list(organizationId: string): Promise<WebhookRecord[]>;
  find(organizationId: string, id: string): Promise<WebhookRecord | undefined>;
  /** Returns a team's failed deliveries that are retried, next first, and then those at their webhook's `gaveUpAt`. */
  listFailing(organizationId: string): Promise<FailingRecord[]>;
  /** Undefined: the team has no such webhook. */
  update(
    organizationId: string,
    id: string,
    change: Updateable<Schema["webhooks"]>,
  ): Promise<WebhookRecord | undefined>;
  /** Replaces its secret and keeps the current one as the old one. Undefined: the team has no such webhook. */
  replaceSecret(
    organizationId: string,
    id: string,
    secret: Pick<WebhookRecord, "secretSealed" | "oldSecretUntil" | "updatedAt">,
  ): Promise<WebhookRecord | undefined>;
  /** Deletes it with its deliveries. Returns whether there was such a webhook. */
  delete(organizationId: string, id: string): Promise<boolean>;
  /** Queues an event for one webhook. Returns undefined if too many of its team wait. */
  queue(webhook: WebhookRecord, payload: WebhookPayload, now: number): Promise<DeliveryRecord | undefined>;
  /** Makes a delivery due again, like a new one. Returns undefined if there is none. */
  replay(webhookId: string, id: string, now: number): Promise<DeliveryRecord | undefined>;
  /** Returns the newest deliveries of a webhook, or those before one, newest first. */
  deliveries(webhookId: string, limit: number, before: string | undefined): Promise<DeliveryRecord[]>;
  /** Claims the delivery that has been due longest until `leaseUntil`. Returns undefined if none is due. */
  claim(now: number, leaseUntil: number, busy: Busy): Promise<DeliveryRecord | undefined>;
  /**
   * Records the result of a claimed delivery's attempt, unless another attempt has begun, and removes old deliveries.
   * The webhook shows a failure. It is disabled if the receiver wants no more, unless its address has changed.
   */
  finish(delivery: DeliveryRecord, attempt: AttemptRecord, outcome: Outcome): Promise<void>;
}

export const SEALED_WEBHOOKS: readonly SealedColumn[] = [
  { table: "webhooks", key: "id", column: "secretSealed" },
  { table: "webhooks", key: "id", column: "oldSecretSealed" },
];

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
    listFailing: (organizationId) =>
      db
        .selectFrom("webhookDeliveries as delivery")
        .innerJoin("webhooks", "webhooks.id", "delivery.webhookId")
        .select(["delivery.webhookId", "delivery.state", "delivery.dueAt", "delivery.status", "delivery.failure"])
        // The limits of a team bound the number of waiting and of kept deliveries.
        .where("delivery.organizationId", "=", organizationId)
        .where("delivery.state", "in", ["waiting", "failed"])
        .where("delivery.attempts", ">", 0)
        .where((eb) =>
          eb.or([
            eb.and([eb("delivery.state", "=", "waiting"), eb("delivery.attemptedAt", "is not", null)]),
            eb("delivery.attemptedAt", "=", eb.ref("webhooks.gaveUpAt")),
          ]),
        )
        .orderBy("delivery.state", "desc")
        .orderBy("delivery.dueAt")
        .execute(),
    update: (organizationId, id, change) =>
      db
        .updateTable("webhooks")
        .set(change)
        .where("id", "=", id)
        .where("organizationId", "=", organizationId)
        .returningAll()
        .executeTakeFirst(),
    replaceSecret: (organizationId, id, secret) =>
      db
        .updateTable("webhooks")
        // The right side is the row's previous value.
        .set((eb) => ({ ...secret, oldSecretSealed: eb.ref("secretSealed") }))
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
          // Distinguishes this round of attempts from earlier ones, which may still be running.
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

    claim: (now, leaseUntil, busy) =>
      db
        .updateTable("webhookDeliveries")
        .set((eb) => ({ dueAt: leaseUntil, attempts: eb("attempts", "+", 1) }))
        .where("id", "=", dueLongest(db, now, busy))
        // Repeated condition: of two servers with the same candidate, the second waits for the first, and then finds it
        // claimed.
        .where("state", "=", "waiting")
        .where("dueAt", "<=", now)
        .returningAll()
        .executeTakeFirst(),
    finish: ({ id, webhookId, attempts, triedUntil }, attempt, outcome) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("webhookDeliveries")
          .set({ ...attempt, state: outcome.state, ...(outcome.state === "waiting" && { dueAt: outcome.dueAt }) })
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
            .set({
              gaveUpAt: attempt.attemptedAt,
              ...(outcome.isGone && { enabled: 0, updatedAt: attempt.attemptedAt ?? 0 }),
            })
            .where("id", "=", webhookId)
            .where("url", "=", outcome.url)
            .execute();
        await trim(transaction, webhookId);
      }),
  };
}

/**
 * Returns the delivery that has been due longest. Steps from one webhook to the next along an index, so that the cost
 * does not depend on the number of skipped deliveries.
 */
function dueLongest(db: Database, now: number, { webhookIds, organizationIds }: Busy) {
  const waiting = () => db.selectFrom("webhookDeliveries").where("state", "=", "waiting");
  const queue = sql.ref<string>("queues.webhookId");
  const firstQueue = waiting().select("webhookId").orderBy("webhookId").limit(1);
  const head = waiting()
    .where("webhookId", "=", queue)
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .orderBy("id")
    .limit(1);
  return db
    .withRecursive("queues(webhookId)", (with_) =>
      with_.selectNoFrom(firstQueue.as("webhookId")).unionAll(
        with_
          .selectFrom("queues")
          .select(firstQueue.where("webhookId", ">", queue).as("webhookId"))
          .where("queues.webhookId", "is not", null),
      ),
    )
    .with("heads", (with_) =>
      with_
        .selectFrom("queues")
        .select([
          head.select("id").as("deliveryId"),
          head.select("organizationId").as("teamId"),
          head.select("dueAt").as("due"),
        ])
        .$if(webhookIds.length > 0, (query) => query.where("queues.webhookId", "not in", webhookIds)),
    )
    .selectFrom("heads")
    .select("deliveryId")
    .where("deliveryId", "is not", null)
    .$if(organizationIds.length > 0, (query) => query.where("teamId", "not in", organizationIds))
    .orderBy("due")
    .limit(1);
}

/** Removes a webhook's finished deliveries, except for the newest. */
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
