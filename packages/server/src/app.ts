import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { sql } from "kysely";
import { registerApiKeyRoutes } from "./api-keys/routes.ts";
import { createApiKeyService, type ApiKeyService } from "./api-keys/service.ts";
import { createApiKeyStore } from "./api-keys/store.ts";
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
import type { Config } from "./config.ts";
import { openConfiguredDatabase } from "./db/configured-database.ts";
import type { Database } from "./db/database.ts";
import { lockDirectory } from "./db/sqlite.ts";
import type { DeviceSessions } from "./devices/device-session.ts";
import { createDeviceSessions } from "./devices/tango-device-sessions.ts";
import { registerGboxAndroidRoutes } from "./gbox-android/routes.ts";
import { registerHealthRoutes } from "./http/health.ts";
import { createHttpApp } from "./http/http-app.ts";
import { addBoundedClose, loopbackUrl } from "./http/listener.ts";
import { repeat } from "./jobs/repeat.ts";
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
import { registerUserRoutes } from "./users/routes.ts";
import { createUserService, type UserService } from "./users/service.ts";
import { createUserStore } from "./users/store.ts";

const EXPIRY_INTERVAL_MS = 500;
const CLEANING_INTERVAL_MS = 60_000;
const CLOSE_GRACE_MS = 3_000;
const ADB_KEYS_AHEAD = 2;

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const WEB_FOLDER = path.join(repository, "apps/web/dist");
const DEVICE_PROGRAM = path.join(repository, "packages/virtual-device/dist/main.js");

export interface App {
  http: FastifyInstance;
  sandboxes: SandboxService;
  /** Serves on the configured host and port; answers the address for this machine. */
  listen(): Promise<string>;
  /** Ends the devices (unless they are to be kept), lets requests finish and lets go of database and directory. */
  close(options?: { keepDevices?: boolean }): Promise<void>;
}

/** What a test puts in place of the real thing. */
export interface AppParts {
  provider?: DeviceProvider;
  webFolder?: string;
}

/** Composes the server: the only place that knows which parts the product is made of. */
export async function createApp(config: Config, log: FastifyBaseLogger, parts: AppParts = {}): Promise<App> {
  await using cleanup = new AsyncDisposableStack();
  const lock = lockDirectory(config.dataDir);
  cleanup.defer(() => lock.release());
  const db = await openConfiguredDatabase(config, log);
  cleanup.defer(() => db.destroy());
  const services = await createServices(config, log, db, parts.provider);
  const { devices, sandboxes, sessions } = services;
  cleanup.defer(() => devices.closeAll());
  const http = await createHttp(config, log, db, parts.webFolder ?? WEB_FOLDER, services);
  const closeHttp = addBoundedClose(http, CLOSE_GRACE_MS);

  await sandboxes.reconcile();
  const clean = async () => void (await Promise.all([sandboxes.forget(), sessions.removeExpired()]));
  const jobs = [
    repeat("expiry", EXPIRY_INTERVAL_MS, () => sandboxes.expire(), log),
    repeat("cleaning", CLEANING_INTERVAL_MS, clean, log),
  ];
  // From here on it is for whoever closes the app.
  const whenClosed = cleanup.move();

  return {
    http,
    sandboxes,
    async listen() {
      await http.listen({ host: config.host, port: config.port, listenTextResolver: () => "listening" });
      return loopbackUrl(http);
    },
    async close({ keepDevices = false } = {}) {
      // Together: requests that wait for a device to start end when it does.
      const ends = [
        closeHttp(),
        ...jobs.map((job) => job.stop()),
        keepDevices ? Promise.resolve() : sandboxes.shutdown(),
      ];
      await Promise.all(ends);
      await whenClosed.disposeAsync();
    },
  };
}

interface Services {
  users: UserService;
  sessions: SessionService;
  organizations: OrganizationService;
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
  given: DeviceProvider | undefined,
): Promise<Services> {
  const box = createSecretBox(config.secret ?? readOrCreateSecret(config.dataDir));
  await verifySecret(db, box);
  const users = createUserService(createUserStore(db));
  const organizations = createOrganizationService({ store: createOrganizationStore(db), users });
  const templates = createTemplateService(createTemplateStore(db));
  await templates.seed();
  const provider =
    given ?? createEmbeddedProvider({ root: path.join(config.dataDir, "devices"), program: DEVICE_PROGRAM });
  const devices = createDeviceSessions({ log });
  const adbKeys = createAdbKeyPool(ADB_KEYS_AHEAD);
  const store = createSandboxStore(db);
  return {
    users,
    sessions: createSessionService(createSessionStore(db)),
    organizations,
    apiKeys: createApiKeyService({ store: createApiKeyStore(db), organizations, box }),
    templates,
    provider,
    devices,
    sandboxes: createSandboxService({ store, organizations, templates, provider, devices, adbKeys, box, log }),
  };
}

async function createHttp(
  config: Config,
  log: FastifyBaseLogger,
  db: Database,
  webFolder: string,
  services: Services,
): Promise<FastifyInstance> {
  const { apiKeys, devices, organizations, provider, sandboxes, sessions, templates, users } = services;
  const { publicUrl, checkResponses } = config;
  const authenticate = createAuthenticate([apiKeys, sessions]);
  const http = await createHttpApp({ log, authenticate, publicUrl, checkResponses, webFolder });
  registerHealthRoutes(http, {
    checks: { database: () => sql`select 1`.execute(db), provider: () => provider.list() },
    countRunningSandboxes: () => sandboxes.countRunning(),
  });
  const local = config.localIdentityProvider ? createLocalIdentityProvider() : undefined;
  if (local) await registerLocalIdentityRoutes(http, { local, names: createLocalIdentityStore(db), publicUrl });
  const providers = createIdentityProviders(config, local, () => loopbackUrl(http));
  registerAuthRoutes(http, { providers, localIdentityProvider: local !== undefined, publicUrl, users, sessions });
  registerUserRoutes(http, { users });
  registerOrganizationRoutes(http, { organizations });
  registerApiKeyRoutes(http, { apiKeys });
  registerTemplateRoutes(http, { templates });
  registerSandboxRoutes(http, { sandboxes, organizations });
  registerGboxAndroidRoutes(http, { sandboxes, devices });
  registerRunnerRoutes(http, { baseUrl: () => loopbackUrl(http), publicUrl: publicUrl?.origin });
  const viewerPage = () => readFile(path.join(webFolder, "viewer.html"), "utf8");
  registerProxyRoutes(http, { sandboxes, devices, authenticate, viewerPage });
  return http;
}
