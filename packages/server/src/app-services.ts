import path from "node:path";
import type { Readable } from "node:stream";
import type { RateLimit, RateLimitName } from "@terrarium/contract/limits";
import {
  createDeviceActionService,
  type DeviceActionService,
  type NewDeviceAction,
} from "@terrarium/device-control/action-log/service";
import { createBoxActions, type BoxActions } from "@terrarium/device-control/actions/service";
import { createAdbKeyPool } from "@terrarium/device-control/adb/adb-key";
import { type BoxAppService, createBoxAppService } from "@terrarium/device-control/apps/service";
import { type BoxBrowserService, createBoxBrowserService } from "@terrarium/device-control/browser/service";
import { type BoxCommandService, createBoxCommandService } from "@terrarium/device-control/commands/service";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import { type BoxDisplayService, createBoxDisplayService } from "@terrarium/device-control/display/service";
import { type BoxFileService, createBoxFileService } from "@terrarium/device-control/files/service";
import type { FleetService } from "@terrarium/device-control/fleet/fleet";
import { type BoxMediaService, createBoxMediaService } from "@terrarium/device-control/media/service";
import { createRecordingService, type RecordingService } from "@terrarium/device-control/recording/service";
import { createRecordingStore } from "@terrarium/device-control/recording/store";
import { fetchFile } from "@terrarium/device-control/session/fetch-file";
import { sendFile, type SentFile } from "@terrarium/device-control/session/send-file";
import { createDeviceSessions } from "@terrarium/device-control/session/tango-device-sessions";
import { createWaitService, type WaitService } from "@terrarium/device-control/waits/service";
import { ALL_PROVIDERS, requireDefinition } from "@terrarium/device-providers/all-providers";
import { createDeviceProviders, type DeviceProviders } from "@terrarium/device-providers/device-providers";
import type { DeviceProvider } from "@terrarium/device-providers/provider";
import type { ProviderParts } from "@terrarium/device-providers/provider-definition";
import { resolverFor } from "@terrarium/egress/lookups";
import { createAccessChanges, type AccessChanges } from "@terrarium/platform/base/access-changes";
import type { Peers } from "@terrarium/platform/base/peers";
import type { ServerDatabase } from "@terrarium/platform/db/configured-database";
import type { OnQuery } from "@terrarium/platform/db/database";
import type { DataDisk } from "@terrarium/platform/disk/data-disk";
import { createLoneReplica, createReplicas, type Replicas } from "@terrarium/platform/replicas/service";
import { createReplicaStore } from "@terrarium/platform/replicas/store";
import { openSecretBox, SEALED_SETTINGS } from "@terrarium/platform/secrets/open-secret-box";
import { createResealing, type Resealing, type SealedColumn } from "@terrarium/platform/secrets/reseal";
import { readOrCreateSecret, type SecretBox } from "@terrarium/platform/secrets/secret-box";
import { createStorageService, type StorageService } from "@terrarium/platform/storage/service";
import { createObjectStore } from "@terrarium/platform/storage/store";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { createDeviceActionStore } from "./actions/store.ts";
import { createApiKeyService, type ApiKeyService } from "./api-keys/service.ts";
import { createApiKeyStore, SEALED_API_KEYS } from "./api-keys/store.ts";
import { createAuditService, type AuditService } from "./audit/service.ts";
import { createAuditStore } from "./audit/store.ts";
import { createCallerAccess } from "./auth/caller-access.ts";
import { createLocalIdentityStore } from "./auth/local-identity-store.ts";
import { createSessionService, type SessionService } from "./auth/session-service.ts";
import { createSessionStore } from "./auth/session-store.ts";
import type { Payments, PaymentSettings } from "./billing/payments.ts";
import { createBillingService, type BillingService } from "./billing/service.ts";
import { createBillingStore } from "./billing/store.ts";
import { type BoxMetrics, createBoxMetrics } from "./box-metrics/box-metrics.ts";
import { type BoxTokenService, createBoxTokenService } from "./box-tokens/service.ts";
import { createBoxTokenStore } from "./box-tokens/store.ts";
import { createBudgetService, type BudgetService } from "./budgets/service.ts";
import { createBudgetStore } from "./budgets/store.ts";
import type { Config } from "./config.ts";
import { createEventService, type EventService } from "./events/service.ts";
import { createFirstStepService, type FirstStepService } from "./first-steps/service.ts";
import { createFirstStepStore } from "./first-steps/store.ts";
import { createFleetService } from "./fleet/service.ts";
import { createRateBlocks } from "./http/rate-blocks.ts";
import { createRateWindows, type RateWindows } from "./http/rate-windows.ts";
import type { UnownedFailures } from "./http/unowned-failures.ts";
import { createIdempotencyService, type IdempotencyService } from "./idempotency/service.ts";
import { createIdempotencyStore } from "./idempotency/store.ts";
import { createInviteCodeService, type InviteCodeService } from "./invite-codes/service.ts";
import { createInviteCodeStore } from "./invite-codes/store.ts";
import { createInviteService, type InviteService } from "./invites/service.ts";
import { createInviteStore, SEALED_INVITES } from "./invites/store.ts";
import { createLastLines, type LastLines } from "./last-lines/last-lines.ts";
import { createLastStates, type LastStates } from "./last-states/service.ts";
import { createLastStateStore } from "./last-states/store.ts";
import { createMailService, type MailService } from "./mail/service.ts";
import { createMailStore } from "./mail/store.ts";
import { createOutboxTransport, createSmtpTransport } from "./mail/transport.ts";
import { createDisbandService, type DisbandService } from "./organizations/disband-service.ts";
import { createMemberService, type MemberService } from "./organizations/member-service.ts";
import { createMemberStore } from "./organizations/member-store.ts";
import { createOrganizationService, type OrganizationService } from "./organizations/service.ts";
import { createOrganizationStore } from "./organizations/store.ts";
import { createPortService, type PortService } from "./ports/service.ts";
import { createPublicPortStore } from "./ports/store.ts";
import { createRunLeaseStore } from "./runner/lease-store.ts";
import { createRunLeases, NO_LEASES, type RunLeases } from "./runner/run-leases.ts";
import { publishStates } from "./sandboxes/published-store.ts";
import { createSandboxService, type SandboxService } from "./sandboxes/service.ts";
import { createSandboxStore, SEALED_DEVICE_KEYS } from "./sandboxes/store.ts";
import { createHomeFiles } from "./snapshots/home-files.ts";
import { createSnapshotService, type SnapshotService } from "./snapshots/service.ts";
import { createSnapshotStore } from "./snapshots/store.ts";
import { createTemplateService, type TemplateService } from "./templates/service.ts";
import { createTemplateStore } from "./templates/store.ts";
import { createUsageService, type UsageService } from "./usage/service.ts";
import { createUsageStore } from "./usage/store.ts";
import { createAccountDeletion, type AccountDeletion } from "./users/account-deletion.ts";
import { createUserService, type UserService } from "./users/service.ts";
import { createUserStore } from "./users/store.ts";
import { createWebhookSender, type WebhookSender } from "./webhooks/sender.ts";
import { createWebhookService, type WebhookService } from "./webhooks/service.ts";
import { createWebhookStore, SEALED_WEBHOOKS } from "./webhooks/store.ts";

const ADB_KEYS_AHEAD = 2;
const HOUR_MS = 60 * 60_000;

/** Replacements that tests provide. */
export interface AppParts {
  providers?: readonly DeviceProvider[];
  webFolder?: string;
  docsFolder?: string;
  /** Clock of the services that compute with days and months. */
  clock?: () => number;
  stripeApi?: PaymentSettings["api"];
  /** Called for every query to the database. */
  onQuery?: OnQuery;
  /** Counts of unhandled failures for `/metrics`. */
  unownedFailures?: Readonly<UnownedFailures>;
  /** Calls per minute. Default: the contract's limits. */
  rateLimits?: Record<RateLimitName, RateLimit>;
}

/** Services that the areas of the server share, and the calls that they serve. */
export interface Services extends MoneyServices {
  disk: DataDisk;
  actions: DeviceActionService;
  boxActions: BoxActions;
  /** Loads a file from an address that a sandbox's device may reach. Throws as `fetchFile` does. */
  fetchForDevice: (address: string, sandboxId: string) => Promise<Readable>;
  /** Sends a file to an address that a sandbox's device may reach. Throws as `sendFile` does. */
  sendForDevice: (address: string, sandboxId: string, file: SentFile) => Promise<number>;
  audit: AuditService;
  accessChanges: AccessChanges;
  box: SecretBox;
  resealing: Resealing;
  peers: Peers;
  users: UserService;
  accountDeletion: AccountDeletion;
  idempotency: IdempotencyService;
  sessions: SessionService;
  organizations: OrganizationService;
  members: MemberService;
  disbanding: DisbandService;
  firstSteps: FirstStepService;
  invites: InviteService;
  inviteCodes: InviteCodeService;
  apiKeys: ApiKeyService;
  templates: TemplateService;
  providers: DeviceProviders;
  devices: DeviceSessions;
  lastStates: LastStates;
  sandboxes: SandboxService;
  boxTokens: BoxTokenService;
  ports: PortService;
  waits: WaitService;
  events: EventService;
  snapshots: SnapshotService;
  fleet: FleetService;
  recording: RecordingService;
  storage: StorageService;
  lastLines: LastLines;
  boxMetrics: BoxMetrics;
  boxCommands: BoxCommandService;
  boxFiles: BoxFileService;
  boxApps: BoxAppService;
  boxBrowser: BoxBrowserService;
  boxDisplay: BoxDisplayService;
  boxMedia: BoxMediaService;
  replicas: Replicas;
  rateWindows: RateWindows;
  runLeases: RunLeases;
  webhooks: WebhookService;
  webhookSender: WebhookSender;
}

const SEALED_SETTINGS_OF_ALL = [...SEALED_SETTINGS, ...ALL_PROVIDERS.flatMap((each) => each.sealedSettings ?? [])];

/** Every column of sealed texts. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "settings", key: "key", column: "value", keysFrom: SEALED_SETTINGS_OF_ALL },
  SEALED_API_KEYS,
  SEALED_DEVICE_KEYS,
  SEALED_INVITES,
  ...SEALED_WEBHOOKS,
];

/** Creates the services of all areas. Only this function connects them with stores and providers. */
export async function createServices(
  config: Config,
  log: FastifyBaseLogger,
  { db, peers }: Pick<ServerDatabase, "db" | "peers">,
  disk: DataDisk,
  metrics: Registry,
  parts: AppParts,
): Promise<Services> {
  const secret = config.secret ?? readOrCreateSecret(config.dataDir);
  const box = await openSecretBox(db, { secret, previous: config.previousSecrets });
  const replicas = peers.mayBeSeveral ? createReplicas(createReplicaStore(db), peers.clock, log) : createLoneReplica();
  // Recorded first, because sandboxes refer to the server that starts them.
  await replicas.beat();
  const accessChanges = createAccessChanges(peers.bus);
  const userStore = createUserStore(db, box);
  const users = createUserService(userStore, peers.clock);
  const organizationStore = createOrganizationStore(db);
  const rateWindows = createRateWindows(db, peers.clock);
  const allowance = createRateBlocks(rateWindows, HOUR_MS);
  const organizations = createOrganizationService({ store: organizationStore, users, allowance }, peers.clock);
  const members = createMemberService({ store: createMemberStore(db), organizations, accessChanges, log }, peers.clock);
  const templates = createTemplateService(
    {
      store: createTemplateStore(db),
      own: config.templates,
      provider: config.providers[0],
      warm: config.standbyDevices,
      missingFor: (template) => providers.missingFor(template),
      phonesOf: (template) => providers.phonesOf(template),
      log,
    },
    peers.clock,
  );
  await templates.seed();
  const providers = createDeviceProviders(
    parts.providers ?? (await openProviders(config, templates, { db, peers, box, disk, log })),
  );
  const devices = createDeviceSessions({
    scrcpyServer: config.scrcpyServer,
    requireSpare: () => disk.requireSpare(),
    log,
    metrics,
  });
  const adbKeys = createAdbKeyPool(ADB_KEYS_AHEAD);
  const sandboxStore = createSandboxStore(db);
  const teamOf = async (sandboxId: string) => (await sandboxStore.find(sandboxId))?.organizationId;
  const events = createEventService({ bus: peers.bus, teamOf, log }, peers.clock);
  const store = publishStates(sandboxStore, events);
  const money = await createMoneyServices(config, log, { db, peers }, organizations, parts);
  const { billing: plans, budgets } = money;
  const lastStates = createLastStates({ store: createLastStateStore(db), devices, log }, peers.clock);
  const snapshotStore = createSnapshotStore(db);
  const sandboxes = createSandboxService(
    {
      store,
      organizations,
      templates,
      providers,
      devices,
      lastStates,
      homeFiles: createHomeFiles({
        store: snapshotStore,
        devices,
        actions: { noting: (...action) => actions.noting(...action) },
      }),
      adbKeys,
      box,
      deviceStorageMb: config.deviceStorageMb,
      sandboxesPerUser: config.sandboxesPerUser,
      plans,
      budgets,
      peers,
      replica: replicas,
      log,
      metrics,
    },
    peers.clock,
  );
  const webhookStore = createWebhookStore(db);
  const { webhookEgress: egress } = config;
  const webhookReachOf = (organizationId: string) => ({ egress, resolve: resolverFor(egress, organizationId) });
  const disbanding = createDisbandService({ store: organizationStore, sandboxes, accessChanges });
  const localIdentities = createLocalIdentityStore(db);
  const accountDeletion = createAccountDeletion({ store: userStore, disbanding, localIdentities, accessChanges });
  const onNote = ({ sandboxId: boxId, id, kind, detail, durationMs, outcome, message, exitCode }: NewDeviceAction) => {
    const data = { id, kind, detail, durationMs, outcome, message, exitCode };
    events.publishOf(boxId, { type: "box.action", boxId, data });
  };
  const actions = createDeviceActionService(
    { store: createDeviceActionStore(db), sandboxes, onNote, log },
    peers.clock,
  );
  const apiKeys = createApiKeyService(
    { store: createApiKeyStore(db), organizations, box, accessChanges, log },
    peers.clock,
  );
  const boxTokens = createBoxTokenService({ store: createBoxTokenStore(db), sandboxes, accessChanges }, peers.clock);
  const hasAccess = createCallerAccess({ apiKeys, boxTokens, organizations });
  const storage = createStorageService({ store: createObjectStore(db), box, disk, hasAccess }, peers.clock);
  const { deviceEgress } = config;
  const reachOf = (sandboxId: string) => ({ egress: deviceEgress, resolve: resolverFor(deviceEgress, sandboxId) });
  const fetchForDevice = (address: string, sandboxId: string) => fetchFile(address, reachOf(sandboxId));
  const sendForDevice = (address: string, sandboxId: string, file: SentFile) =>
    sendFile(address, file, reachOf(sandboxId));
  const lastLines = createLastLines();
  const boxFiles = createBoxFileService({ actions, sandboxes, devices });
  return {
    ...money,
    disk,
    box,
    peers,
    actions,
    lastLines,
    boxMetrics: createBoxMetrics({ sandboxes, providers, log }),
    boxCommands: createBoxCommandService({ actions, sandboxes, devices, lastLines }),
    boxFiles,
    fetchForDevice,
    sendForDevice,
    boxMedia: createBoxMediaService({ boxFiles, fetchFile: fetchForDevice }),
    boxBrowser: createBoxBrowserService({ actions, sandboxes, devices }),
    boxDisplay: createBoxDisplayService({ actions, sandboxes, devices, reachOf }),
    boxApps: createBoxAppService({
      actions,
      sandboxes,
      devices,
      installingTemplates: () => templates.runningAndroid(),
      fetchFile: fetchForDevice,
    }),
    boxActions: createBoxActions({ actions, sandboxes, devices, storage, bus: peers.bus }),
    audit: createAuditService({ store: createAuditStore(db), organizations, allowance, log }, peers.clock),
    accessChanges,
    resealing: createResealing(db, box, SEALED_COLUMNS, log),
    users,
    accountDeletion,
    idempotency: createIdempotencyService(createIdempotencyStore(db), replicas, peers.clock),
    sessions: createSessionService(createSessionStore(db), peers.clock),
    organizations,
    members,
    disbanding,
    firstSteps: createFirstStepService(
      { store: createFirstStepStore(db), organizations, usage: money.usage },
      peers.clock,
    ),
    invites: createInviteService({ store: createInviteStore(db), organizations, members, box, log }, peers.clock),
    inviteCodes: createInviteCodeService(createInviteCodeStore(db), peers.clock),
    apiKeys,
    templates,
    providers,
    devices,
    lastStates,
    sandboxes,
    fleet: createFleetService({ organizations, sandboxes, templates }),
    storage,
    recording: createRecordingService(
      { store: createRecordingStore(db), storage, sandboxes, devices, replica: replicas, log },
      peers.clock,
    ),
    snapshots: createSnapshotService(
      { store: snapshotStore, organizations, sandboxes, plans, devices, disk, actions },
      peers.clock,
    ),
    boxTokens,
    events,
    waits: createWaitService({ sandboxes, devices }),
    ports: createPortService({ store: createPublicPortStore(db), sandboxes, devices, accessChanges }, peers.clock),
    replicas,
    webhooks: createWebhookService({ store: webhookStore, organizations, box, egress, log }, peers.clock),
    webhookSender: createWebhookSender({ store: webhookStore, box, reachOf: webhookReachOf, log }, peers.clock),
    rateWindows,
    runLeases: peers.mayBeSeveral
      ? createRunLeases({ store: createRunLeaseStore(db), replicaId: replicas.id, log }, peers.clock)
      : NO_LEASES,
  };
}

/** Opens the configured providers. */
function openProviders(
  { providers, providerSettings, dataDir, deviceEgress, deviceClock, deviceStorageMb, screenEncoder }: Config,
  templates: TemplateService,
  parts: Pick<ProviderParts, "db" | "peers" | "box" | "disk" | "log">,
): Promise<DeviceProvider[]> {
  const device = { egress: deviceEgress, clock: deviceClock, storageMb: deviceStorageMb, screenEncoder };
  const common = { ...parts, ...device, dataDir };
  const open = async (name: string) =>
    requireDefinition(name).open(providerSettings[name], { ...common, templates: await templates.ofProvider(name) });
  return Promise.all(providers.map(open));
}

interface MoneyServices {
  usage: UsageService;
  billing: BillingService;
  budgets: BudgetService;
  mail: MailService;
}

async function createMoneyServices(
  config: Config,
  log: FastifyBaseLogger,
  { db, peers }: Pick<ServerDatabase, "db" | "peers">,
  organizations: OrganizationService,
  { clock = peers.clock, stripeApi }: AppParts,
): Promise<MoneyServices> {
  const { mailFrom, publicUrl, smtpUrl, stripe } = config;
  const usage = createUsageService({ store: createUsageStore(db), organizations }, clock);
  const payments = stripe && (await openPayments({ ...stripe, ...(stripeApi ? { api: stripeApi } : {}) }));
  const billing = createBillingService({ store: createBillingStore(db), usage, organizations, payments, log }, clock);
  const store = createBudgetStore(db);
  const budgets = createBudgetService({ store, usage, billing, organizations, publicUrl, bus: peers.bus, log }, clock);
  const transport = smtpUrl
    ? createSmtpTransport(smtpUrl, mailFrom)
    : createOutboxTransport(outboxFolder(config), mailFrom);
  return { usage, billing, budgets, mail: createMailService({ store: createMailStore(db), transport, log }, clock) };
}

/** Loaded on demand: Stripe's package is a tenth of a server's code, and most servers do not need it. */
async function openPayments(settings: PaymentSettings): Promise<Payments> {
  const { createStripePayments } = await import("./billing/payments.ts");
  return createStripePayments(settings);
}

/** Folder for mail on servers without an SMTP server. */
export const outboxFolder = ({ dataDir }: Pick<Config, "dataDir">): string => path.join(dataDir, "outbox");
