import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import type { WebhookPayload } from "@terrarium/contract/webhooks";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Database } from "../db/database.ts";
import { lockOrganization } from "../db/locks.ts";
import type { Schema } from "../db/schema.ts";
import { countWaiting, newDelivery, newEventId } from "./queue.ts";

export type WebhookRecord = Selectable<Schema["webhooks"]>;
export type DeliveryRecord = Selectable<Schema["webhookDeliveries"]>;
/** How an attempt ended. */
export type AttemptRecord = Pick<DeliveryRecord, "attemptedAt" | "status" | "durationMs" | "answer" | "failure">;
/** What becomes of a delivery after an attempt. */
export type Outcome =
  | { state: "delivered" }
  | { state: "waiting"; dueAt: number }
  /** `url`: where it was posted to; `isGone`: nothing more is wanted there. */
  | { state: "failed"; url: string; isGone: boolean };

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
  /** Gives it another secret; the present one is kept as the old one. Undefined: there is no such webhook of the team. */
  replaceSecret(
    organizationId: string,
    id: string,
    secret: Pick<WebhookRecord, "secretSealed" | "oldSecretUntil" | "updatedAt">,
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
  /**
   * Notes how a claimed delivery's attempt ended, unless another attempt has begun, and forgets what is too old. The
   * webhook says so if it failed, and is disabled if nothing more is wanted, unless it has another address by now.
   */
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
    replaceSecret: (organizationId, id, secret) =>
      db
        .updateTable("webhooks")
        // The right side is what the row has before.
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

    claim: (now, leaseUntil, busy) =>
      db
        .updateTable("webhookDeliveries")
        .set((eb) => ({ dueAt: leaseUntil, attempts: eb("attempts", "+", 1) }))
        .where("id", "=", dueLongest(db, now, busy))
        // Again: of two servers that found the same one the second waits for the first, and then finds it taken.
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
 * The delivery that has been due longest. Looked for from one webhook to the next along an index, so that it costs the
 * same however many wait whose turn it is not.
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
