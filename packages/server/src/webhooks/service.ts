import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { WEBHOOK_LIMITS, WEBHOOKS_PER_ORGANIZATION } from "@terrarium/contract/limits";
import { WEBHOOK_TEST_EVENT, Webhook, type WebhookDelivery, type WebhookEventType } from "@terrarium/contract/webhooks";
import { allowedAddresses, type Egress } from "@terrarium/egress/egress";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { isLoopbackHost } from "@terrarium/platform/base/loopback-host";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import { newId } from "@terrarium/platform/db/ids";
import { readableRows } from "@terrarium/platform/db/readable-rows";
import type { SecretBox } from "@terrarium/platform/secrets/secret-box";
import type { FastifyBaseLogger } from "fastify";
import type { OrganizationService } from "../organizations/service.ts";
import type { DeliveryRecord, FailingRecord, WebhookRecord, WebhookStore } from "./store.ts";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

type WebhookWithSecret = Webhook & { secret: string };
interface WebhookChange {
  url?: string | undefined;
  events?: WebhookEventType[] | undefined;
  enabled?: boolean | undefined;
}
interface DeliveryPage {
  data: WebhookDelivery[];
  hasMore: boolean;
}

/**
 * A team's webhooks. Members see them. Only owners and admins change them (role_required), because webhooks send data
 * out of the team. An API key has the role of its responsible person.
 */
export interface WebhookService {
  list(caller: Caller, organizationId: string): Promise<Webhook[]>;
  /** Throws webhook_limit, webhook_url_refused. */
  create(
    caller: Caller,
    organizationId: string,
    webhook: { url: string; events: WebhookEventType[] },
  ): Promise<WebhookWithSecret>;
  /** Throws webhook_not_found, like all methods below, and webhook_url_refused. */
  update(caller: Caller, organizationId: string, id: string, change: WebhookChange): Promise<Webhook>;
  rotateSecret(caller: Caller, organizationId: string, id: string): Promise<WebhookWithSecret>;
  delete(caller: Caller, organizationId: string, id: string): Promise<void>;
  /** Throws webhook_queue_full. */
  test(caller: Caller, organizationId: string, id: string): Promise<WebhookDelivery>;
  deliveries(caller: Caller, organizationId: string, id: string, before?: string): Promise<DeliveryPage>;
  /** Throws webhook_delivery_not_found. */
  replay(caller: Caller, organizationId: string, id: string, deliveryId: string): Promise<WebhookDelivery>;
}

interface WebhookServiceParts {
  store: WebhookStore;
  organizations: Pick<OrganizationService, "requireMember" | "requireRole">;
  box: SecretBox;
  egress: Egress;
  log: Pick<FastifyBaseLogger, "error">;
}

export function createWebhookService(
  { store, organizations, box, egress, log }: WebhookServiceParts,
  clock: () => number = Date.now,
): WebhookService {
  const toWire = (record: WebhookRecord, failing?: FailingRecord): Webhook => ({
    id: record.id,
    url: record.url,
    events: JSON.parse(record.events),
    enabled: record.enabled === 1,
    createdAt: toTimestamp(record.createdAt),
    updatedAt: toTimestamp(record.updatedAt),
    oldSecretUntil: orNull((record.oldSecretUntil ?? 0) > clock() ? record.oldSecretUntil : null),
    failing: failing === undefined ? null : toFailing(failing),
    gaveUpAt: orNull(record.gaveUpAt),
    droppedAt: orNull(record.droppedAt),
  });
  /** Also reads the delivery that fails. */
  const toWireNow = async (record: WebhookRecord): Promise<Webhook> => {
    const failing = await store.listFailing(record.organizationId);
    return toWire(
      record,
      failing.find(({ webhookId }) => webhookId === record.id),
    );
  };
  const requireKeeper = (caller: Caller, organizationId: string) =>
    organizations.requireRole(caller, organizationId, ["owner", "admin"]);
  const requireFound = <Found>(found: Found | undefined, webhookId: string): Found => {
    if (found === undefined) throw new AppError("webhook_not_found", { webhookId });
    return found;
  };
  const newSecret = () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");

  return {
    async list(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      const failing = Map.groupBy(await store.listFailing(organizationId), ({ webhookId }) => webhookId);
      const read = (record: WebhookRecord) => toWire(record, failing.get(record.id)?.[0]);
      return readableRows(await store.list(organizationId), Webhook, read, log);
    },
    async create(caller, organizationId, { url, events }) {
      await requireKeeper(caller, organizationId);
      const now = clock();
      const id = newId("whk", now);
      const secret = newSecret();
      const row: WebhookRecord = {
        id,
        organizationId,
        url: await checkedUrl(url, egress),
        events: JSON.stringify([...new Set(events)]),
        enabled: 1,
        secretSealed: box.seal(secret, id),
        oldSecretSealed: null,
        oldSecretUntil: null,
        createdAt: now,
        updatedAt: now,
        gaveUpAt: null,
        droppedAt: null,
      };
      const outcome = await store.insertWithin(WEBHOOKS_PER_ORGANIZATION, row);
      if (outcome === "no-organization") throw new AppError("organization_not_found", { organizationId });
      if (outcome === "limit") throw new AppError("webhook_limit");
      return { ...toWire(row), secret };
    },
    async update(caller, organizationId, id, { url, events, enabled }) {
      await requireKeeper(caller, organizationId);
      const updated = await store.update(organizationId, id, {
        ...(url !== undefined && { url: await checkedUrl(url, egress) }),
        ...(events !== undefined && { events: JSON.stringify([...new Set(events)]) }),
        ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
        updatedAt: clock(),
        // A member that changes it has seen the failure.
        gaveUpAt: null,
        droppedAt: null,
      });
      return toWireNow(requireFound(updated, id));
    },
    async rotateSecret(caller, organizationId, id) {
      await requireKeeper(caller, organizationId);
      const secret = newSecret();
      const rotated = await store.replaceSecret(organizationId, id, {
        secretSealed: box.seal(secret, id),
        oldSecretUntil: clock() + WEBHOOK_LIMITS.oldSecretMs,
        updatedAt: clock(),
      });
      return { ...(await toWireNow(requireFound(rotated, id))), secret };
    },
    async delete(caller, organizationId, id) {
      await requireKeeper(caller, organizationId);
      if (!(await store.delete(organizationId, id))) throw new AppError("webhook_not_found", { webhookId: id });
    },
    async test(caller, organizationId, id) {
      await requireKeeper(caller, organizationId);
      const webhook = requireFound(await store.find(organizationId, id), id);
      const now = clock();
      const payload = { type: WEBHOOK_TEST_EVENT, timestamp: toTimestamp(now), data: { webhookId: id } } as const;
      const queued = await store.queue(webhook, payload, now);
      if (!queued) throw new AppError("webhook_queue_full");
      return toDelivery(queued);
    },
    async deliveries(caller, organizationId, id, before) {
      await organizations.requireMember(caller, organizationId);
      requireFound(await store.find(organizationId, id), id);
      const size = WEBHOOK_LIMITS.deliveriesPageSize;
      const found = await store.deliveries(id, size + 1, before);
      return { data: found.slice(0, size).map(toDelivery), hasMore: found.length > size };
    },
    async replay(caller, organizationId, id, deliveryId) {
      await requireKeeper(caller, organizationId);
      requireFound(await store.find(organizationId, id), id);
      const replayed = await store.replay(id, deliveryId, clock());
      if (!replayed) throw new AppError("webhook_delivery_not_found", { deliveryId });
      return toDelivery(replayed);
    },
  };
}

const orNull = (time: number | null): string | null => (time === null ? null : toTimestamp(time));

const toFailing = ({ state, dueAt, status, failure }: FailingRecord): Webhook["failing"] => ({
  nextAttemptAt: state === "waiting" ? toTimestamp(dueAt) : null,
  status,
  failure,
});

const toDelivery = (record: DeliveryRecord): WebhookDelivery => ({
  id: record.id,
  webhookId: record.webhookId,
  eventId: record.eventId,
  type: record.type,
  payload: record.payload,
  state: record.state,
  createdAt: toTimestamp(record.createdAt),
  attempts: record.attempts,
  attemptedAt: orNull(record.attemptedAt),
  nextAttemptAt: record.state === "waiting" ? toTimestamp(record.dueAt) : null,
  status: record.status,
  durationMs: record.durationMs,
  answer: record.answer,
  failure: record.failure,
});

/** Returns a URL in its stored form. Each attempt checks its resolved address. Throws webhook_url_refused. */
async function checkedUrl(text: string, egress: Egress): Promise<string> {
  const url = new URL(text);
  const refuse = (detail: string) => new AppError("webhook_url_refused", { url: url.origin, detail });
  if (egress === "off") throw refuse("webhooks are disabled on this server");
  if (url.username !== "" || url.password !== "") throw refuse("it contains a user name or password");
  if (url.protocol !== "https:" && egress !== "all") throw refuse("it is not https");
  url.hash = "";
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  const notPublic = () => refuse("it is not on the public internet");
  if (isLoopbackHost(host) && egress !== "all") throw notPublic();
  if (isIP(host) !== 0)
    await allowedAddresses(host, egress, async () => []).catch(() => {
      throw notPublic();
    });
  return url.href;
}
