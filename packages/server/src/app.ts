import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { OAUTH_PROVIDERS, type OAuthProvider } from "@terrarium/contract/auth";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { sql } from "kysely";
import { registerApiKeyRoutes } from "./api-keys/routes.ts";
import { createApiKeyService } from "./api-keys/service.ts";
import { createApiKeyStore } from "./api-keys/store.ts";
import { createAuthenticate } from "./auth/create-authenticate.ts";
import { createIdentityProvider, PUBLIC_ENDPOINTS, type IdentityProvider } from "./auth/identity-provider.ts";
import { createLocalIdentityProvider, type LocalIdentityProvider } from "./auth/local-identity-provider.ts";
import { localPath, registerLocalIdentityRoutes } from "./auth/local-identity-routes.ts";
import { createLocalIdentityStore } from "./auth/local-identity-store.ts";
import { registerAuthRoutes } from "./auth/routes.ts";
import { createSecretBox, readOrCreateSecret } from "./auth/secret-box.ts";
import { createSessionService } from "./auth/session-service.ts";
import { createSessionStore } from "./auth/session-store.ts";
import { verifySecret } from "./auth/verify-secret.ts";
import { ConfigError, type Config } from "./config.ts";
import { openDatabase, type Database } from "./db/database.ts";
import { postgresDialect } from "./db/postgres.ts";
import { lockDirectory, sqliteDialect } from "./db/sqlite.ts";
import { createDeviceSessions } from "./devices/tango-device-sessions.ts";
import { registerGboxAndroidRoutes } from "./gbox-android/routes.ts";
import { registerHealthRoutes } from "./http/health.ts";
import { createHttpApp } from "./http/http-app.ts";
import { addBoundedClose, loopbackUrl } from "./http/listener.ts";
import { repeat } from "./jobs/repeat.ts";
import { registerOrganizationRoutes } from "./organizations/routes.ts";
import { createOrganizationService } from "./organizations/service.ts";
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
import { createTemplateService } from "./templates/service.ts";
import { createTemplateStore } from "./templates/store.ts";
import { registerUserRoutes } from "./users/routes.ts";
import { createUserService } from "./users/service.ts";
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
  const lock = lockDirectory(config.dataDir);
  try {
    const db = await openConfiguredDatabase(config, log);
    const letGo = async () => {
      await db.destroy();
      lock.release();
    };
    return await compose(config, log, parts, db, letGo).catch(async (error: unknown) => {
      await db.destroy();
      throw error;
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openConfiguredDatabase(config: Config, log: FastifyBaseLogger): Promise<Database> {
  if (!config.databaseUrl) return openDatabase(sqliteDialect(path.join(config.dataDir, "terrarium.db")));
  const dialect = postgresDialect(config.databaseUrl, (error) =>
    log.warn({ err: error }, "a database connection was lost"),
  );
  return openDatabase(dialect).catch((error: unknown) => {
    if (!isUnreachable(error)) throw error;
    throw new ConfigError(`DATABASE_URL does not lead to a database that lets this server in: ${error.message}`, {
      cause: error,
    });
  });
}

/** Whether PostgreSQL could not be reached, or refused the connection (its error class 28, or 3D000: no such database). */
function isUnreachable(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(E[A-Z]+|28...|3D000)$/.test(String(error.code));
}

/** The configured OAuth apps, or else the local provider in their place. */
function createIdentityProviders(
  config: Config,
  local: LocalIdentityProvider | undefined,
  selfUrl: () => string,
): Partial<Record<OAuthProvider, IdentityProvider>> {
  const providers: Partial<Record<OAuthProvider, IdentityProvider>> = {};
  for (const provider of OAUTH_PROVIDERS) {
    const oauthApp = config[provider];
    const endpoints = PUBLIC_ENDPOINTS[provider];
    if (oauthApp) {
      providers[provider] = createIdentityProvider({
        provider,
        realm: provider,
        ...oauthApp,
        endpoints,
        authorizeUrl: () => endpoints.authorize,
      });
    } else if (local) {
      providers[provider] = createIdentityProvider({
        provider,
        realm: `local-${provider}`,
        clientId: local.clientId,
        clientSecret: local.clientSecret,
        allowHttp: true,
        endpoints: {
          token: () => new URL(localPath(provider, "token"), selfUrl()),
          user: () => new URL(localPath(provider, "user"), selfUrl()),
        },
        authorizeUrl: (origin) => new URL(localPath(provider, "authorize"), origin).href,
      });
    }
  }
  return providers;
}

async function compose(
  config: Config,
  log: FastifyBaseLogger,
  parts: AppParts,
  db: Database,
  letGo: () => Promise<void>,
): Promise<App> {
  const box = createSecretBox(config.secret ?? readOrCreateSecret(config.dataDir));
  await verifySecret(db, box);

  const sessions = createSessionService(createSessionStore(db));
  const users = createUserService(createUserStore(db));
  const organizations = createOrganizationService({ store: createOrganizationStore(db), users });
  const apiKeys = createApiKeyService({ store: createApiKeyStore(db), organizations, box });
  const templates = createTemplateService(createTemplateStore(db));
  await templates.seed();
  const provider =
    parts.provider ?? createEmbeddedProvider({ root: path.join(config.dataDir, "devices"), program: DEVICE_PROGRAM });
  const devices = createDeviceSessions({ log });
  const sandboxes = createSandboxService({
    store: createSandboxStore(db),
    organizations,
    templates,
    provider,
    devices,
    box,
    log,
    adbKeys: createAdbKeyPool(ADB_KEYS_AHEAD),
  });

  const authenticate = createAuthenticate([apiKeys, sessions]);
  const { publicUrl, checkResponses } = config;
  const webFolder = parts.webFolder ?? WEB_FOLDER;
  const http = await createHttpApp({ log, authenticate, publicUrl, checkResponses, webFolder });
  const closeHttp = addBoundedClose(http, CLOSE_GRACE_MS);
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

  await sandboxes.reconcile();
  const jobs = [
    repeat("expiry", EXPIRY_INTERVAL_MS, () => sandboxes.expire(), log),
    repeat(
      "cleaning",
      CLEANING_INTERVAL_MS,
      async () => void (await Promise.all([sandboxes.forget(), sessions.removeExpired()])),
      log,
    ),
  ];

  return {
    http,
    sandboxes,
    async listen() {
      await http.listen({ host: config.host, port: config.port, listenTextResolver: () => "listening" });
      return loopbackUrl(http);
    },
    async close({ keepDevices = false } = {}) {
      await Promise.all(jobs.map((job) => job.stop()));
      // Together: requests that wait for a device to start end when it does.
      await Promise.all([closeHttp(), keepDevices ? undefined : sandboxes.shutdown()]);
      await devices.closeAll();
      await letGo();
    },
  };
}
