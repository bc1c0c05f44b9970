import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { sql } from "kysely";
import { registerDeviceActionRoutes } from "./actions/routes.ts";
import { createDeviceActionService, type DeviceActionService } from "./actions/service.ts";
import { createDeviceActionStore } from "./actions/store.ts";
import { registerApiKeyRoutes } from "./api-keys/routes.ts";
import { createApiKeyService, type ApiKeyService } from "./api-keys/service.ts";
import { createApiKeyStore } from "./api-keys/store.ts";
import { startJobs } from "./app-jobs.ts";
import { recordCalls } from "./audit/record-calls.ts";
import { registerAuditRoutes } from "./audit/routes.ts";
import { createAuditService, type AuditService } from "./audit/service.ts";
import { createAuditStore } from "./audit/store.ts";
import { createIdentityProviders } from "./auth/configured-providers.ts";
import { createAuthenticate } from "./auth/create-authenticate.ts";
import { createLocalIdentityProvider } from "./auth/local-identity-provider.ts";
import { registerLocalIdentityRoutes } from "./auth/local-identity-routes.ts";
import { createLocalIdentityStore } from "./auth/local-identity-store.ts";
import { registerAuthRoutes } from "./auth/routes.ts";
import { createSecretBox, readOrCreateSecret } from "./auth/secret-box.ts";
import { createSessionService, type SessionService } from "./auth/session-service.ts";
import { createSessionStore } from "./auth/session-store.ts";
import { verifySecret } from "./auth/verify-secret.ts";
import { createStripePayments, type PaymentSettings } from "./billing/payments.ts";
import { registerBillingRoutes } from "./billing/routes.ts";
import { createBillingService, type BillingService } from "./billing/service.ts";
import { createBillingStore } from "./billing/store.ts";
import { registerBudgetRoutes } from "./budgets/routes.ts";
import { createBudgetService, type BudgetService } from "./budgets/service.ts";
import { createBudgetStore } from "./budgets/store.ts";
import type { Config } from "./config.ts";
import { openConfiguredDatabase } from "./db/configured-database.ts";
import type { Database, OnQuery } from "./db/database.ts";
import { lockPostgres } from "./db/postgres-lock.ts";
import { lockDirectory } from "./db/sqlite.ts";
import type { DeviceSessions } from "./devices/device-session.ts";
import { createDeviceSessions } from "./devices/tango-device-sessions.ts";
import { registerGboxAndroidRoutes } from "./gbox-android/routes.ts";
import { createAccessChanges, type AccessChanges } from "./http/access-changes.ts";
import { registerHealthRoutes } from "./http/health.ts";
import { createHttpApp } from "./http/http-app.ts";
import { addBoundedClose, loopbackUrl } from "./http/listener.ts";
import { createInviteCheck } from "./invite-codes/alpha-host.ts";
import { registerInviteCodeRoutes } from "./invite-codes/routes.ts";
import { createInviteCodeService, type InviteCodeService } from "./invite-codes/service.ts";
import { createInviteCodeStore } from "./invite-codes/store.ts";
import { registerInviteRoutes } from "./invites/routes.ts";
import { createInviteService, type InviteService } from "./invites/service.ts";
import { createInviteStore } from "./invites/store.ts";
import { createMailService, type MailService } from "./mail/service.ts";
import { createMailStore } from "./mail/store.ts";
import { createOutboxTransport, createSmtpTransport } from "./mail/transport.ts";
import { createDisbandService, type DisbandService } from "./organizations/disband-service.ts";
import { createMemberService, type MemberService } from "./organizations/member-service.ts";
import { createMemberStore } from "./organizations/member-store.ts";
import { registerOrganizationRoutes } from "./organizations/routes.ts";
import { createOrganizationService, type OrganizationService } from "./organizations/service.ts";
import { createOrganizationStore } from "./organizations/store.ts";
import { createEmbeddedProvider } from "./providers/embedded/embedded-provider.ts";
import type { DeviceProvider } from "./providers/provider.ts";
import { registerProxyRoutes } from "./proxy/routes.ts";
import { registerRunnerRoutes } from "./runner/routes.ts";
import { createAdbKeyPool } from "./sandboxes/adb-key.ts";
import { registerSandboxRoutes } from "./sandboxes/routes.ts";
import { createSandboxService, type SandboxService } from "./sandboxes/service.ts";
import { createSandboxStore } from "./sandboxes/store.ts";
import { registerTemplateRoutes } from "./templates/routes.ts";
import { createTemplateService, type TemplateService } from "./templates/service.ts";
import { createTemplateStore } from "./templates/store.ts";
import { registerThumbnailRoutes } from "./thumbnails/routes.ts";
import { createThumbnails } from "./thumbnails/thumbnails.ts";
import { registerUsageRoutes } from "./usage/routes.ts";
import { createUsageService, type UsageService } from "./usage/service.ts";
import { createUsageStore } from "./usage/store.ts";
import { createAccountDeletion, type AccountDeletion } from "./users/account-deletion.ts";
import { registerUserRoutes } from "./users/routes.ts";
import { createUserService, type UserService } from "./users/service.ts";
import { createUserStore } from "./users/store.ts";

const CLOSE_GRACE_MS = 3_000;
const ADB_KEYS_AHEAD = 2;

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const WEB_FOLDER = path.join(repository, "apps/web/dist");
const DEVICE_PROGRAM = path.join(repository, "packages/virtual-device/dist/main.js");

export interface App {
  http: FastifyInstance;
  sandboxes: SandboxService;
  /** Makes the invoices that are due, as also happens every minute. */
  issueInvoices(): Promise<void>;
  /** Serves on the configured host and port; answers the address for this machine. */
  listen(): Promise<string>;
  /** Ends the devices (unless they are to be kept), lets requests finish and lets go of database and directory. */
  close(options?: { keepDevices?: boolean }): Promise<void>;
}

/** What a test puts in place of the real thing. */
export interface AppParts {
  provider?: DeviceProvider;
  webFolder?: string;
  /** Of the services that reckon in days and months. */
  clock?: () => number;
  stripeApi?: PaymentSettings["api"];
  /** Hears of every query to the database. */
  onQuery?: OnQuery;
}

/** Composes the server: the only place that knows which parts the product is made of. */
export async function createApp(config: Config, log: FastifyBaseLogger, parts: AppParts = {}): Promise<App> {
  await using cleanup = new AsyncDisposableStack();
  const lock = lockDirectory(config.dataDir);
  cleanup.defer(() => lock.release());
  const db = await openConfiguredDatabase(config, log, parts.onQuery);
  cleanup.defer(() => db.destroy());
  if (config.databaseUrl) {
    const only = await lockPostgres(config.databaseUrl, (error) =>
      log.error({ err: error }, "the lock on the database was lost: start no other server on it"),
    );
    cleanup.defer(() => only.release());
  }
  const services = await createServices(config, log, db, parts);
  const { actions, billing, budgets, devices, sandboxes } = services;
  cleanup.defer(() => actions.flush());
  cleanup.defer(() => devices.closeAll());
  const http = await createHttp(config, log, db, parts.webFolder ?? WEB_FOLDER, services);
  const closeHttp = addBoundedClose(http, CLOSE_GRACE_MS);

  await sandboxes.reconcile();
  // Before the first request: who is over the budget is known only then.
  await budgets.checkAll();
  const jobs = startJobs(services, log);
  // From here on it is for whoever closes the app.
  const whenClosed = cleanup.move();

  return {
    http,
    sandboxes,
    issueInvoices: () => billing.issueInvoices(),
    async listen() {
      await http.listen({ host: config.host, port: config.port, listenTextResolver: () => "listening" });
      return loopbackUrl(http);
    },
    async close({ keepDevices = false } = {}) {
      // Together: requests that wait for a device to start end when it does.
      const ends = [closeHttp(), jobs.stop(), keepDevices ? Promise.resolve() : sandboxes.shutdown()];
      await Promise.all(ends);
      await whenClosed.disposeAsync();
    },
  };
}

interface Services extends MoneyServices {
  actions: DeviceActionService;
  audit: AuditService;
  accessChanges: AccessChanges;
  users: UserService;
  accountDeletion: AccountDeletion;
  sessions: SessionService;
  organizations: OrganizationService;
  members: MemberService;
  disbanding: DisbandService;
  invites: InviteService;
  inviteCodes: InviteCodeService;
  apiKeys: ApiKeyService;
  templates: TemplateService;
  provider: DeviceProvider;
  devices: DeviceSessions;
  sandboxes: SandboxService;
}

async function createServices(
  config: Config,
  log: FastifyBaseLogger,
  db: Database,
  parts: AppParts,
): Promise<Services> {
  const box = createSecretBox(config.secret ?? readOrCreateSecret(config.dataDir));
  await verifySecret(db, box);
  const accessChanges = createAccessChanges();
  const userStore = createUserStore(db);
  const users = createUserService(userStore);
  const organizationStore = createOrganizationStore(db);
  const organizations = createOrganizationService({ store: organizationStore, users });
  const members = createMemberService({ store: createMemberStore(db), organizations, accessChanges });
  const templates = createTemplateService(createTemplateStore(db));
  await templates.seed();
  const provider =
    parts.provider ??
    createEmbeddedProvider({
      root: path.join(config.dataDir, "devices"),
      program: DEVICE_PROGRAM,
      egress: config.deviceEgress,
      standbyDevices: config.standbyDevices,
    });
  const devices = createDeviceSessions({ log });
  const adbKeys = createAdbKeyPool(ADB_KEYS_AHEAD);
  const store = createSandboxStore(db);
  const money = createMoneyServices(config, log, db, organizations, parts);
  const { billing: plans, budgets } = money;
  const sandboxes = createSandboxService({
    store,
    organizations,
    templates,
    provider,
    devices,
    adbKeys,
    box,
    plans,
    budgets,
    log,
  });
  const disbanding = createDisbandService({ store: organizationStore, sandboxes, accessChanges });
  const localIdentities = createLocalIdentityStore(db);
  const accountDeletion = createAccountDeletion({ store: userStore, disbanding, localIdentities, accessChanges });
  return {
    ...money,
    actions: createDeviceActionService({ store: createDeviceActionStore(db), sandboxes, log }),
    audit: createAuditService({ store: createAuditStore(db), organizations }),
    accessChanges,
    users,
    accountDeletion,
    sessions: createSessionService(createSessionStore(db)),
    organizations,
    members,
    disbanding,
    invites: createInviteService({ store: createInviteStore(db), organizations, members, box }),
    inviteCodes: createInviteCodeService(createInviteCodeStore(db)),
    apiKeys: createApiKeyService({ store: createApiKeyStore(db), organizations, box, accessChanges }),
    templates,
    provider,
    devices,
    sandboxes,
  };
}

interface MoneyServices {
  usage: UsageService;
  billing: BillingService;
  budgets: BudgetService;
  mail: MailService;
}

function createMoneyServices(
  config: Config,
  log: FastifyBaseLogger,
  db: Database,
  organizations: OrganizationService,
  { clock, stripeApi }: AppParts,
): MoneyServices {
  const { mailFrom, publicUrl, smtpUrl, stripe } = config;
  const usage = createUsageService({ store: createUsageStore(db), organizations }, clock);
  const payments = stripe && createStripePayments({ ...stripe, ...(stripeApi ? { api: stripeApi } : {}) });
  const billing = createBillingService({ store: createBillingStore(db), usage, organizations, payments, log }, clock);
  const store = createBudgetStore(db);
  const budgets = createBudgetService({ store, usage, billing, organizations, publicUrl }, clock);
  const transport = smtpUrl
    ? createSmtpTransport(smtpUrl, mailFrom)
    : createOutboxTransport(outboxFolder(config), mailFrom);
  return { usage, billing, budgets, mail: createMailService({ store: createMailStore(db), transport, log }, clock) };
}

/** Where mail goes on a server that has no SMTP server. */
export const outboxFolder = ({ dataDir }: Pick<Config, "dataDir">): string => path.join(dataDir, "outbox");

async function createHttp(
  config: Config,
  log: FastifyBaseLogger,
  db: Database,
  webFolder: string,
  services: Services,
): Promise<FastifyInstance> {
  const { accessChanges, actions, apiKeys, devices, organizations, provider, sandboxes, sessions, templates, users } =
    services;
  const { alphaHost, publicUrl, checkResponses } = config;
  const authenticate = createAuthenticate([apiKeys, sessions]);
  const admitInvited = createInviteCheck(config, services.inviteCodes);
  const admit: typeof admitInvited = async (request, caller) => {
    await admitInvited(request, caller);
    services.budgets.requireUnblocked(caller);
  };
  const http = await createHttpApp({ log, authenticate, admit, publicUrl, checkResponses, webFolder });
  recordCalls(http, services);
  registerHealthRoutes(http, {
    checks: { database: () => sql`select 1`.execute(db), provider: () => provider.list() },
    countRunningSandboxes: () => sandboxes.countRunning(),
  });
  const local = config.localIdentityProvider ? createLocalIdentityProvider() : undefined;
  if (local) await registerLocalIdentityRoutes(http, { local, names: createLocalIdentityStore(db), publicUrl });
  const providers = createIdentityProviders(config, local, () => loopbackUrl(http));
  const localIdentityProvider = local !== undefined;
  const auth = { providers, localIdentityProvider, publicUrl, alphaHost, users, sessions, accessChanges };
  registerAuthRoutes(http, auth);
  registerUserRoutes(http, services);
  registerInviteCodeRoutes(http, services);
  registerOrganizationRoutes(http, services);
  registerInviteRoutes(http, services);
  registerApiKeyRoutes(http, { apiKeys });
  registerTemplateRoutes(http, { templates });
  registerSandboxRoutes(http, { sandboxes, organizations });
  registerDeviceActionRoutes(http, { actions });
  registerThumbnailRoutes(http, { thumbnails: createThumbnails({ sandboxes, devices }) });
  registerGboxAndroidRoutes(http, { actions, sandboxes, devices });
  registerRunnerRoutes(http, { baseUrl: () => loopbackUrl(http), publicUrl: publicUrl?.origin });
  registerUsageRoutes(http, services);
  registerBudgetRoutes(http, services);
  registerBillingRoutes(http, { billing: services.billing, publicUrl });
  registerAuditRoutes(http, services);
  const viewerPage = () => readFile(path.join(webFolder, "viewer.html"), "utf8");
  registerProxyRoutes(http, { actions, sandboxes, devices, authenticate, accessChanges, viewerPage });
  return http;
}
