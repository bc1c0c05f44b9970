import { readFile } from "node:fs/promises";
import path from "node:path";
import type { DeviceProvider } from "@terrarium/device-providers/provider";
import type { Database } from "@terrarium/platform/db/database";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Registry } from "prom-client";
import { recordRefusals } from "./actions/record-refusals.ts";
import { registerDeviceActionRoutes } from "./actions/routes.ts";
import { registerApiKeyRoutes } from "./api-keys/routes.ts";
import type { AppParts, Services } from "./app-services.ts";
import { recordCalls } from "./audit/record-calls.ts";
import { registerAuditRoutes } from "./audit/routes.ts";
import { createIdentityProviders } from "./auth/configured-providers.ts";
import { createAuthenticate } from "./auth/create-authenticate.ts";
import { createLocalIdentityProvider } from "./auth/local-identity-provider.ts";
import { registerLocalIdentityRoutes } from "./auth/local-identity-routes.ts";
import { createLocalIdentityStore } from "./auth/local-identity-store.ts";
import { registerAuthRoutes } from "./auth/routes.ts";
import { registerBillingRoutes } from "./billing/routes.ts";
import { registerBoxMetricsRoutes } from "./box-metrics/routes.ts";
import { registerBoxActionRoutes } from "./boxes/action-routes.ts";
import { registerBoxAppRoutes } from "./boxes/app-routes.ts";
import { registerBoxBrowserRoutes } from "./boxes/browser-routes.ts";
import { registerBoxCommandRoutes, registerBoxCommandSockets } from "./boxes/command-routes.ts";
import { registerDevToolsRoutes } from "./boxes/dev-tools-routes.ts";
import { registerBoxDisplayRoutes } from "./boxes/display-routes.ts";
import { registerBoxFileRoutes } from "./boxes/file-routes.ts";
import { registerAdbSocket, registerBoxLinkRoutes } from "./boxes/link-routes.ts";
import { registerBoxMediaRoutes } from "./boxes/media-routes.ts";
import { registerRecordingRoutes } from "./boxes/recording-routes.ts";
import { registerStorageRoutes } from "./boxes/storage-routes.ts";
import { registerUnsupportedRoutes } from "./boxes/unsupported-routes.ts";
import { registerWaitRoutes } from "./boxes/wait-routes.ts";
import { registerBudgetRoutes } from "./budgets/routes.ts";
import type { Config } from "./config.ts";
import { registerEventRoutes } from "./events/routes.ts";
import { noteFirstSteps, registerFirstStepRoutes } from "./first-steps/routes.ts";
import { registerFleetRoutes, registerFleetSocket } from "./fleet/routes.ts";
import { registerGboxAndroidRoutes } from "./gbox-android/routes.ts";
import { registerHealthRoutes } from "./http/health.ts";
import { createHttpApp } from "./http/http-app.ts";
import { loopbackUrl } from "./http/listener.ts";
import { registerMetrics } from "./http/metrics.ts";
import { addRequestSpans } from "./http/request-spans.ts";
import { addWebSockets } from "./http/web-sockets.ts";
import { createInviteCheck } from "./invite-codes/alpha-host.ts";
import { registerInviteCodeRoutes } from "./invite-codes/routes.ts";
import { registerInviteRoutes } from "./invites/routes.ts";
import { registerLastLineRoutes } from "./last-lines/routes.ts";
import { registerLastStateRoutes } from "./last-states/routes.ts";
import { registerLegalRoutes } from "./legal/routes.ts";
import { registerMcpRoutes } from "./mcp/routes.ts";
import { registerOrganizationRoutes } from "./organizations/routes.ts";
import { registerPortForwarding } from "./ports/forward-routes.ts";
import { routeByHost } from "./ports/port-host.ts";
import { registerPortRoutes } from "./ports/routes.ts";
import { registerProxyRoutes } from "./proxy/routes.ts";
import { registerRunnerRoutes } from "./runner/routes.ts";
import { registerSandboxRoutes } from "./sandboxes/routes.ts";
import { registerSnapshotRoutes } from "./snapshots/routes.ts";
import { createSocketCounter } from "./sockets/socket-counter.ts";
import { registerTemplateRoutes } from "./templates/routes.ts";
import { registerThumbnailRoutes } from "./thumbnails/routes.ts";
import { createThumbnails } from "./thumbnails/thumbnails.ts";
import { registerUsageRoutes } from "./usage/routes.ts";
import { registerUserRoutes } from "./users/routes.ts";
import { registerWebhookRoutes } from "./webhooks/routes.ts";

/** Registers routes and middleware. */
export async function createHttp(
  config: Config,
  log: FastifyBaseLogger,
  db: Database,
  { webFolder, docsFolder, rateLimits }: Pick<AppParts, "rateLimits"> & { webFolder: string; docsFolder: string },
  services: Services,
  metrics: Registry,
): Promise<FastifyInstance> {
  const {
    accessChanges,
    actions,
    apiKeys,
    devices,
    lastStates,
    organizations,
    providers,
    sandboxes,
    sessions,
    templates,
    users,
  } = services;
  const { alphaHost, publicUrl, portDomain, trustedProxies, checkResponses } = config;
  const authenticate = createAuthenticate([apiKeys, services.boxTokens, sessions]);
  const admitInvited = createInviteCheck(config, services.inviteCodes);
  const admit: typeof admitInvited = async (request, caller) => {
    await admitInvited(request, caller);
    services.budgets.requireUnblocked(caller);
  };
  const sharedRates = services.peers.mayBeSeveral ? { windows: services.rateWindows } : undefined;
  const about = { publicUrl, trustedProxies, checkResponses, webFolder, docsFolder, ...(rateLimits && { rateLimits }) };
  const routeOf = routeByHost(portDomain);
  const http = await createHttpApp({ log, authenticate, admit, sharedRates, routeOf, ...about });
  addRequestSpans(http);
  recordCalls(http, services);
  noteFirstSteps(http, services);
  recordRefusals(http, services);
  const listingChecks = (isMeant: (provider: DeviceProvider) => boolean) =>
    Object.fromEntries(providers.all.filter(isMeant).map((each) => [each.name, () => each.list()]));
  registerHealthRoutes(http, {
    checks: { database: () => sql`select 1`.execute(db), ...listingChecks(({ shared }) => !shared) },
    told: listingChecks(({ shared }) => shared),
    listUnavailableTemplates: async () =>
      (await templates.list()).filter(({ missing }) => missing !== undefined).map(({ id }) => id),
    requireRoom: () => providers.requireRoom(),
  });
  registerMetrics(http, metrics);
  const { clock } = services.peers;
  const local = config.localIdentityProvider ? createLocalIdentityProvider(services.box, clock) : undefined;
  if (local) await registerLocalIdentityRoutes(http, { local, names: createLocalIdentityStore(db, clock), publicUrl });
  const identityProviders = createIdentityProviders(config, local, () => loopbackUrl(http));
  const localIdentityProvider = local !== undefined;
  const auth = {
    providers: identityProviders,
    localIdentityProvider,
    publicUrl,
    alphaHost,
    users,
    sessions,
    accessChanges,
  };
  registerAuthRoutes(http, auth);
  registerLegalRoutes(http, config);
  registerUserRoutes(http, services);
  registerInviteCodeRoutes(http, services);
  registerOrganizationRoutes(http, services);
  registerFirstStepRoutes(http, services);
  registerInviteRoutes(http, services);
  registerApiKeyRoutes(http, { apiKeys });
  registerWebhookRoutes(http, services);
  registerTemplateRoutes(http, services);
  registerSandboxRoutes(http, services);
  registerDeviceActionRoutes(http, { actions });
  registerBoxCommandRoutes(http, { ...services, publicUrl });
  registerBoxFileRoutes(http, services);
  registerBoxAppRoutes(http, services);
  registerBoxBrowserRoutes(http, { ...services, publicUrl });
  registerBoxDisplayRoutes(http, services);
  registerBoxMediaRoutes(http, services);
  registerUnsupportedRoutes(http, services);
  registerThumbnailRoutes(http, { thumbnails: createThumbnails({ sandboxes, devices, lastStates }) });
  registerLastLineRoutes(http, services);
  registerBoxMetricsRoutes(http, services);
  registerLastStateRoutes(http, { lastStates, sandboxes });
  registerBoxLinkRoutes(http, { actions, boxTokens: services.boxTokens, sandboxes, publicUrl });
  registerPortRoutes(http, { ...services, publicUrl, portDomain });
  registerRecordingRoutes(http, { actions, recording: services.recording, storage: services.storage, publicUrl });
  registerSnapshotRoutes(http, services);
  registerStorageRoutes(http, { storage: services.storage, sandboxes, publicUrl });
  registerGboxAndroidRoutes(http, { ...services, publicUrl });
  registerMcpRoutes(http, { ...services, publicUrl });
  registerFleetRoutes(http, services);
  registerBoxActionRoutes(http, { boxActions: services.boxActions, publicUrl });
  registerWaitRoutes(http, services);
  const registerEventSocket = registerEventRoutes(http, services);
  registerRunnerRoutes(http, {
    baseUrl: () => loopbackUrl(http),
    publicUrl: publicUrl?.origin,
    organizations,
    leases: services.runLeases,
  });
  registerUsageRoutes(http, services);
  registerBudgetRoutes(http, services);
  registerBillingRoutes(http, { billing: services.billing, publicUrl });
  registerAuditRoutes(http, services);
  const viewerPage = () => readFile(path.join(webFolder, "viewer.html"), "utf8");
  const socketParts = { authenticate, accessChanges, countSocket: createSocketCounter(metrics, sandboxes.holdOpen) };
  registerPortForwarding(http, { ...services, holdOpen: sandboxes.holdOpen, portDomain });
  registerDevToolsRoutes(http, { actions, sandboxes, devices, ...socketParts, publicUrl });
  addWebSockets(http, (scope) => {
    registerEventSocket(scope);
    registerBoxCommandSockets(scope, { ...services, ...socketParts });
    registerAdbSocket(scope, { actions, sandboxes, ...socketParts });
    registerFleetSocket(scope, { ...services, ...socketParts, publicUrl });
    registerProxyRoutes(scope, { ...services, ...socketParts, viewerPage });
  });
  return http;
}
