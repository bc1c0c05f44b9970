import type { WebhookDelivery, WebhookFailure } from "@terrarium/contract/webhooks";

/** What the server itself goes on by, and what it keeps and sends for others. */
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

/** E-mails that are still to be sent; they leave the table when they are. */
interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  createdAt: number;
  attempts: number;
  dueAt: number;
}

/** What a caller wanted done once; they go after a day. */
interface IdempotencyKeysTable {
  /** A user or an API key. */
  callerId: string;
  key: string;
  organizationId: string;
  /** SHA-256 of the call and its body, in hex. */
  fingerprint: string;
  /** The id that what the call makes has, or was to have. */
  resourceId: string;
  /** JSON. Null: it was not given yet. */
  answer: string | null;
  createdAt: number;
  /** The server that made it. Null: one of a version before this was noted. */
  replicaId: string | null;
}

/** The servers on the database, where there may be several; one that is not seen for a while is dead, and is removed. */
interface ReplicasTable {
  id: string;
  startedAt: number;
  seenAt: number;
}

/** Scripts that run, where there may be several servers; they go with the server that runs them. */
interface ScriptRunsTable {
  id: string;
  replicaId: string;
  organizationId: string;
  userId: string | null;
  startedAt: number;
}

/** How often something was called since a window began, where there may be several servers. */
interface RateWindowsTable {
  key: string;
  calls: number;
  endsAt: number;
}

/** Pictures and recordings of sandboxes. */
interface StoredObjectsTable {
  id: string;
  /** Null: its sandbox is gone, or it has to make room, and it is about to be removed. */
  sandboxId: string | null;
  organizationId: string;
  /** The user whose limit over all teams it counts towards, which is that of its sandbox. Null: nobody's. */
  countsFor: string | null;
  contentType: string;
  sizeBytes: number;
  /** Whether nothing more is added. */
  isWhole: 0 | 1;
  createdAt: number;
}

interface StoredPartsTable {
  objectId: string;
  /** Where in the object it begins. */
  startByte: number;
  bytes: Uint8Array;
}

/** Where a team has events posted to. */
interface WebhooksTable {
  id: string;
  organizationId: string;
  url: string;
  /** JSON list of the types of event. */
  events: string;
  enabled: 0 | 1;
  secretSealed: string;
  /** With which deliveries are signed as well until then. */
  oldSecretSealed: string | null;
  oldSecretUntil: number | null;
  createdAt: number;
  updatedAt: number;
  /** When a delivery was last given up. Null: none was, or one has arrived since. */
  gaveUpAt: number | null;
  /** When an event was last left out. Null: none was, or it was changed since. */
  droppedAt: number | null;
}

/** Events to be posted to a webhook, and the newest that were. */
interface WebhookDeliveriesTable {
  id: string;
  webhookId: string;
  organizationId: string;
  eventId: string;
  type: string;
  /** JSON: the body. */
  payload: string;
  state: WebhookDelivery["state"];
  createdAt: number;
  /** After which it is given up. */
  triedUntil: number;
  /** When it is to be tried, while it waits. */
  dueAt: number;
  attempts: number;
  /** Of the last attempt. */
  attemptedAt: number | null;
  status: number | null;
  durationMs: number | null;
  answer: string | null;
  failure: WebhookFailure | null;
}
