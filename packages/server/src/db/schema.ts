import type { DeviceAction } from "@terrarium/contract/actions";
import type { AuditEntry } from "@terrarium/contract/audit";
import type { BoxRights } from "@terrarium/contract/box-links";
import type { Role } from "@terrarium/contract/organization";
import type { PlanName } from "@terrarium/contract/pricing";
import type { EndReason } from "@terrarium/contract/sandbox";
import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { Scope } from "@terrarium/contract/scope";
import type { WebhookDelivery, WebhookFailure } from "@terrarium/contract/webhooks";
import type { Generated } from "kysely";

/**
 * The tables, alike on SQLite and PostgreSQL. Columns are snake_case in the database and camelCase here; times are epoch
 * milliseconds, JSON is text.
 */
export interface Schema {
  settings: SettingsTable;
  users: UsersTable;
  sessions: SessionsTable;
  localIdentities: LocalIdentitiesTable;
  organizations: OrganizationsTable;
  memberships: MembershipsTable;
  inviteLinks: InviteLinksTable;
  inviteCodes: InviteCodesTable;
  apiKeys: ApiKeysTable;
  templates: TemplatesTable;
  sandboxes: SandboxesTable;
  sandboxBlocks: SandboxBlocksTable;
  keepsakes: KeepsakesTable;
  usageIntervals: UsageIntervalsTable;
  budgets: BudgetsTable;
  budgetNotifications: BudgetNotificationsTable;
  mails: MailsTable;
  subscriptions: SubscriptionsTable;
  unwantedSubscriptions: UnwantedSubscriptionsTable;
  invoices: InvoicesTable;
  auditEntries: AuditEntriesTable;
  deviceActions: DeviceActionsTable;
  idempotencyKeys: IdempotencyKeysTable;
  replicas: ReplicasTable;
  scriptRuns: ScriptRunsTable;
  rateWindows: RateWindowsTable;
  phones: PhonesTable;
  boxTokens: BoxTokensTable;
  recordings: RecordingsTable;
  storedObjects: StoredObjectsTable;
  storedParts: StoredPartsTable;
  snapshots: SnapshotsTable;
  snapshotParts: SnapshotPartsTable;
  webhooks: WebhooksTable;
  webhookDeliveries: WebhookDeliveriesTable;
}

interface SettingsTable {
  key: string;
  value: string;
}

interface UsersTable {
  id: string;
  /** Who vouches for the user: github, google, or local-github and local-google, which are never mixed up with these. */
  provider: string;
  providerUserId: string;
  name: string;
  avatar: string | null;
  inviteCode: string | null;
  /** For notices; as the identity provider said at the last sign-in. */
  email: string | null;
  /** When a team of the user's got the credits that each user has once. */
  creditsGivenAt: number | null;
  createdAt: number;
  updatedAt: number;
}

interface SessionsTable {
  id: string;
  userId: string;
  /** SHA-256 of the token, in hex. */
  tokenHash: string;
  createdAt: number;
  expiresAt: number;
}

interface LocalIdentitiesTable {
  provider: string;
  /** In lower case. */
  loginKey: string;
  login: string;
  lastUsedAt: number;
}

interface OrganizationsTable {
  id: string;
  name: string;
  /** The credits that it was given when it was created. */
  creditsDollars: Generated<number>;
  createdAt: number;
}

interface MembershipsTable {
  organizationId: string;
  userId: string;
  role: Role;
  createdAt: number;
}

interface InviteLinksTable {
  id: string;
  organizationId: string;
  /** SHA-256 of the code, in hex. */
  codeHash: string;
  /** The code itself, sealed: the console shows it again. */
  codeSealed: string;
  createdAt: number;
  expiresAt: number;
}

interface InviteCodesTable {
  code: string;
  usesLeft: number;
  createdAt: number;
  /** Null: never. */
  expiresAt: number | null;
}

interface ApiKeysTable {
  id: string;
  organizationId: string;
  name: string;
  /** SHA-256 of the key, in hex. */
  keyHash: string;
  /** The key itself, sealed: the console shows it again. */
  keySealed: string;
  /** The user who made it, who may have left. */
  createdBy: string | null;
  scope: Generated<Scope>;
  /** Null: never. */
  expiresAt: number | null;
  /** To within a minute. Null: never so far. */
  lastUsedAt: number | null;
  /** Of the secret before this one, and until when it works. Null: there was none. */
  oldKeyHash: string | null;
  oldKeyUntil: number | null;
  createdAt: number;
  updatedAt: number;
}

interface TemplatesTable {
  id: string;
  name: string;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  visibility: "public" | "private";
  createdAt: number;
  updatedAt: number;
}

interface SandboxesTable {
  id: string;
  organizationId: string;
  /** Unique in its team, larger than those of all that the team made before. */
  number: number;
  /** What people call it. */
  name: string | null;
  templateId: string;
  templateName: string;
  /** The name of the provider that has its device. */
  provider: Generated<string>;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  /** What it is; null: a phone. */
  kind: SandboxKind | null;
  /** JSON object of strings; what old rows have may be any text. */
  metadata: string;
  /** JSON object of strings, for its commands; forgotten when the sandbox ends. */
  envs: Generated<string>;
  /** Where its commands begin; null: where those of all do. */
  workingDir: string | null;
  /** For how long each use keeps it; 0: it ends at its time, whoever uses it. */
  keepAliveMs: Generated<number>;
  /** What of its lifetime is left, while it is stopped. */
  remainingMs: number | null;
  /** Android's release or which Linux, and its storage. Null: those of the virtual phone. */
  osVersion: string | null;
  storageMb: number | null;
  /**
   * From starting to running to ended. In between one may be stopped and started again: stopping, stopped, resuming, and
   * running as before.
   */
  state: "starting" | "running" | "stopping" | "stopped" | "resuming" | "ended";
  createdAt: number;
  startedAt: number;
  updatedAt: number;
  expiresAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
  /** Where its device answers ADB, while it runs. */
  deviceHost: string | null;
  devicePort: number | null;
  /** Given if an adb server listens there: which of its devices it is. */
  deviceSerial: string | null;
  /** PKCS#8 PEM of the ADB key, sealed; forgotten when the sandbox ends. */
  adbKeySealed: string | null;
  /** The server that starts or stops its device, or did last. Null: one of a version before this was noted. */
  replicaId: string | null;
}

/** How many sandboxes of a team have a number of this block; none is kept of which no sandbox is left. */
interface SandboxBlocksTable {
  organizationId: string;
  block: number;
  size: number;
}

/** What is kept of a sandbox that has ended, as long as it is listed itself. */
interface KeepsakesTable {
  sandboxId: string;
  organizationId: string;
  keptAt: number;
  /** A PNG file in base64; only the newest of a team are kept. */
  frame: string | null;
  /** The end of the device's log, compressed (gzip) and in base64. */
  log: string | null;
}

/** The time in which a sandbox ran, from which usage is computed; kept when the sandbox itself is forgotten. */
interface UsageIntervalsTable {
  sandboxId: string;
  organizationId: string;
  cpu: number;
  memoryMb: number;
  startedAt: number;
  /** An interval is charged up to this at most. */
  expiresAt: number;
  /** When the server last saw it running. */
  seenAt: number;
  /** Null while it runs. */
  endedAt: number | null;
}

interface BudgetsTable {
  organizationId: string;
  limitEnabled: 0 | 1;
  limitMicroDollars: number;
  alertMicroDollars: number;
  updatedAt: number;
}

/** A row is a notice that was given: for each period and kind there is one at most. */
interface BudgetNotificationsTable {
  organizationId: string;
  /** The month in UTC, as 2026-11. */
  period: string;
  /** A percentage of the limit (50, 80, 90, 100), or alert. */
  kind: string;
  createdAt: number;
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

/** Organizations that have or had another plan than the free one. */
interface SubscriptionsTable {
  organizationId: string;
  plan: PlanName;
  stripeSubscriptionId: string;
  /** When Stripe made the newest event that was applied. */
  eventAt: number;
}

/** Bought by a team that had one already, until they are cancelled at Stripe. */
interface UnwantedSubscriptionsTable {
  stripeSubscriptionId: string;
}

/** Made for a calendar month in UTC with usage, and another for what of it was not known then; its amounts never change. */
interface InvoicesTable {
  id: string;
  organizationId: string;
  periodFrom: number;
  periodTo: number;
  issuedAt: number;
  /** A whole number in decimal, which may be too large for a JavaScript number. */
  vcpuMs: string;
  memoryMbMs: string;
  usageMicroDollars: number;
  creditsMicroDollars: number;
  dueCents: number;
  /** open: nobody was asked for it yet; asked: the payment service is to collect it; refused: it could not so far. */
  payment: "open" | "asked" | "refused" | "paid";
}

interface AuditEntriesTable {
  id: string;
  /** Null: it concerned no organization, or one that was not the caller's. */
  organizationId: string | null;
  at: number;
  actorKind: AuditEntry["actorKind"];
  actorId: string | null;
  /** Of an API key, which may be deleted later; users' names are looked up. */
  apiKeyName: string | null;
  action: string;
  /** JSON object of strings. */
  targets: string;
  /** The same, of what was known by name when the call was made; users' names are looked up. Null: nothing was. */
  targetNames: string | null;
  ip: string;
  userAgent: string | null;
  outcome: string;
  requestId: string;
}

/** They go when their sandbox leaves the list. */
interface DeviceActionsTable {
  id: string;
  sandboxId: string;
  at: number;
  actorKind: DeviceAction["actorKind"];
  actorId: string;
  kind: DeviceAction["kind"];
  detail: string;
  durationMs: number;
  outcome: string;
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

/** Phones that are attached, of the provider adb; one that is taken out of the settings stays, unused. */
interface PhonesTable {
  /** host:port, and behind an adb server /serial. */
  route: string;
  /** A phone that is cleaning is nobody's, and not for use before that is done. */
  state: "cleaning" | "free" | "leased" | "quarantined";
  /** Whose it is, while it is leased. */
  sandboxId: string | null;
  leasedAt: number;
  /** When a server began to ask it last, and when it answered last. */
  checkedAt: number;
  seenAt: number;
  /** How often in a row it did not answer. */
  failures: number;
  /** Until when a server has it for cleaning; how often in a row that failed. */
  cleaningUntil: number;
  cleaningFailures: number;
  /** JSON: what it is and how it does, as it said last. Null: it has not answered yet. */
  facts: string | null;
  /** JSON: what belongs to it, whoever used it. Null: it was not looked at yet. */
  baseline: string | null;
  /** Why it is quarantined or does not answer, for the operator. */
  detail: string | null;
}

/** Pictures and recordings of sandboxes. */
interface StoredObjectsTable {
  id: string;
  /** Null: its sandbox is gone, or it has to make room, and it is about to be removed. */
  sandboxId: string | null;
  organizationId: string;
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

interface SnapshotsTable {
  id: string;
  /** Null: it was deleted, or its team was, and it is about to be removed. */
  organizationId: string | null;
  name: string;
  sizeBytes: number;
  /** Whether nothing more is added. */
  isWhole: 0 | 1;
  createdAt: number;
}

interface SnapshotPartsTable {
  snapshotId: string;
  /** Where in the snapshot it begins. */
  startByte: number;
  bytes: Uint8Array;
}

/** Tokens for one sandbox; each goes with the sandbox, and with the API key or membership of whoever made it. */
interface BoxTokensTable {
  id: string;
  /** SHA-256 of the token, in hex. */
  tokenHash: string;
  sandboxId: string;
  organizationId: string;
  /** One of these two made it. */
  userId: string | null;
  apiKeyId: string | null;
  rights: BoxRights;
  createdAt: number;
  expiresAt: number;
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

/** What is recorded of a sandbox's screen: a film, or the last minutes to go back to. */
interface RecordingsTable {
  sandboxId: string;
  kind: "film" | "rewind";
  /** The server that records it. */
  replicaId: string;
  /** Of the film, or of what was asked for. Null: there is none yet. */
  storageKey: string | null;
  /** How much another server asks for. Null: nothing is asked. */
  askedMs: number | null;
}
