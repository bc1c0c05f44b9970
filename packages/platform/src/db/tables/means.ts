import type { WebhookDelivery, WebhookFailure } from "@terrarium/contract/webhooks";

/** Tables of the server's own operation, and of data that it stores or sends for others. */
export interface MeansTables {
  settings: SettingsTable;
  mails: MailsTable;
  idempotencyKeys: IdempotencyKeysTable;
  replicas: ReplicasTable;
  scriptRuns: ScriptRunsTable;
  rateWindows: RateWindowsTable;
  storedObjects: StoredObjectsTable;
  storedParts: StoredPartsTable;
  webhooks: WebhooksTable;
  webhookDeliveries: WebhookDeliveriesTable;
}

interface SettingsTable {
  key: string;
  value: string;
}

/** Pending e-mails; deleted when sent. */
interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  createdAt: number;
  attempts: number;
  dueAt: number;
}

/** Idempotency keys of callers; deleted after a day. */
interface IdempotencyKeysTable {
  /** Id of a user or an API key. */
  callerId: string;
  key: string;
  organizationId: string;
  /** SHA-256 of the call and its body, in hex. */
  fingerprint: string;
  /** Id of the object that the call creates or was to create. */
  resourceId: string;
  /** Response as JSON. Null: there is none yet. */
  answer: string | null;
  createdAt: number;
  /** Server that wrote the entry. Null if an older version of the server wrote it. */
  replicaId: string | null;
}

/**
 * Servers on the database, if there may be several. A server that was not seen for a while counts as dead and is
 * deleted.
 */
interface ReplicasTable {
  id: string;
  startedAt: number;
  seenAt: number;
}

/** Running scripts, if there may be several servers; deleted with their server. */
interface ScriptRunsTable {
  id: string;
  replicaId: string;
  organizationId: string;
  userId: string | null;
  startedAt: number;
}

/** Number of calls in each rate limit window, if there may be several servers. */
interface RateWindowsTable {
  key: string;
  calls: number;
  endsAt: number;
}

/** Screenshots and recordings of sandboxes. */
interface StoredObjectsTable {
  id: string;
  /** Null: it will be deleted soon, because its sandbox is gone or space is needed. */
  sandboxId: string | null;
  organizationId: string;
  /** User of the limit over all teams, the same as for its sandbox. Null: none. */
  countsFor: string | null;
  contentType: string;
  sizeBytes: number;
  /** Whether it is complete. */
  isWhole: 0 | 1;
  createdAt: number;
  /** Length of a recording, in milliseconds. Null: unknown, or it is not a recording. */
  durationMs: number | null;
}

interface StoredPartsTable {
  objectId: string;
  /** Offset in the object. */
  startByte: number;
  bytes: Uint8Array;
}

/** Webhooks of teams. */
interface WebhooksTable {
  id: string;
  organizationId: string;
  url: string;
  /** JSON list of event types. */
  events: string;
  enabled: 0 | 1;
  secretSealed: string;
  /** Previous secret, which also signs deliveries until `oldSecretUntil`. */
  oldSecretSealed: string | null;
  oldSecretUntil: number | null;
  createdAt: number;
  updatedAt: number;
  /** Time when a delivery was last given up. Null: never, or a later delivery succeeded. */
  gaveUpAt: number | null;
  /** Time when an event was last dropped. Null: never, or the webhook was changed since. */
  droppedAt: number | null;
}

/** Pending deliveries of webhooks, and the latest past ones. */
interface WebhookDeliveriesTable {
  id: string;
  webhookId: string;
  organizationId: string;
  eventId: string;
  type: string;
  /** Body, as JSON. */
  payload: string;
  state: WebhookDelivery["state"];
  createdAt: number;
  /** Time after which it is given up. */
  triedUntil: number;
  /** Time of the next attempt, while it is pending. */
  dueAt: number;
  attempts: number;
  /** Time of the last attempt; the following fields also belong to it. */
  attemptedAt: number | null;
  status: number | null;
  durationMs: number | null;
  answer: string | null;
  failure: WebhookFailure | null;
}
