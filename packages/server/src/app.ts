import { fileURLToPath } from "node:url";
import { requireDefinition } from "@terrarium/device-providers/all-providers";
import { openServerDatabase } from "@terrarium/platform/db/configured-database";
import { lockDirectory } from "@terrarium/platform/db/sqlite";
import { openDataDisk } from "@terrarium/platform/disk/data-disk";
import { createQueryMeter } from "@terrarium/platform/telemetry/queries";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { createHttp } from "./app-http.ts";
import { startJobs } from "./app-jobs.ts";
import { addServerMetrics } from "./app-metrics.ts";
import { createServices, type AppParts } from "./app-services.ts";
import type { Config } from "./config.ts";
import { addBoundedClose, listen } from "./http/listener.ts";
import type { SandboxService } from "./sandboxes/service.ts";

const CLOSE_GRACE_MS = 3_000;
const WEB_FOLDER = fileURLToPath(new URL("../../../apps/web/dist", import.meta.url));
const DOCS_FOLDER = fileURLToPath(new URL("../../../apps/docs/dist", import.meta.url));

export interface App {
  http: FastifyInstance;
  sandboxes: SandboxService;
  /** Resolves if another server has taken over the database. This one must end then, without touching the devices. */
  taken: Promise<void>;
  /** Creates due invoices, as a job also does every minute. */
  issueInvoices(): Promise<void>;
  /** Serves on the configured host and port. Returns the address for this machine. Throws ConfigError. */
  listen(): Promise<string>;
  /**
   * Ends the devices (unless `keepDevices` or a shared provider keeps them), waits for requests, and closes database
   * and directory.
   */
  close(options?: { keepDevices?: boolean }): Promise<void>;
}

/** Composes the server from its database, services, calls and jobs. */
export async function createApp(config: Config, log: FastifyBaseLogger, parts: AppParts = {}): Promise<App> {
  await using cleanup = new AsyncDisposableStack();
  const lock = lockDirectory(config.dataDir);
  cleanup.defer(() => lock.release());
  const disk = openDataDisk(config.dataDir);
  const taken = Promise.withResolvers<void>();
  const metrics = new Registry();
  const meterQuery = createQueryMeter(metrics);
  const hasOwnDevices = (parts.providers ?? config.providers.map(requireDefinition)).some(({ shared }) => !shared);
  const database = await openServerDatabase(config, log, {
    mode: hasOwnDevices ? "alone" : "shared",
    providers: parts.providers?.map(({ name }) => name) ?? config.providers,
    onQuery(query) {
      meterQuery(query);
      parts.onQuery?.(query);
    },
    beforeWrite: () => disk.makeRoom(),
    onTaken: taken.resolve,
  });
  cleanup.defer(() => database.close());
  const { db, peers } = database;
  const services = await createServices(config, log, database, disk, metrics, parts);
  const { actions, billing, budgets, devices, providers, replicas, sandboxes } = services;
  cleanup.defer(() => replicas.leave());
  const own = peers.mayBeSeveral ? providers.all.find(({ shared }) => !shared) : undefined;
  if (own) throw new Error(`the provider ${own.name} has devices of its own, and the database is shared`);
  cleanup.defer(async () => {
    await Promise.all(providers.all.map((provider) => provider.close()));
  });
  cleanup.defer(() => services.webhookSender.close());
  cleanup.defer(() => services.boxMetrics.close());
  cleanup.defer(() => actions.flush());
  cleanup.defer(() => devices.closeAll());
  cleanup.defer(() => services.recording.closeAll());
  const folders = { webFolder: WEB_FOLDER, docsFolder: DOCS_FOLDER };
  const http = await createHttp(config, log, db, { ...folders, ...parts }, services, metrics);
  addServerMetrics(metrics, services, http, parts.unownedFailures);
  const closeHttp = addBoundedClose(http, CLOSE_GRACE_MS);

  // Otherwise the leader reconciles.
  if (peers.leadership.isLeader()) await sandboxes.reconcile();
  // Before the first request, because budgets are known only after a check. A team that cannot be checked does not
  // block others.
  await budgets.checkAll().catch((error: unknown) => log.error({ err: error }, "failed to check budgets"));
  const jobs = startJobs(services, peers.leadership, log, metrics);
  // From here on, the caller must close the app.
  const whenClosed = cleanup.move();

  return {
    http,
    sandboxes,
    taken: taken.promise,
    issueInvoices: () => billing.issueInvoices(),
    listen: () => listen(http, config),
    async close({ keepDevices = false } = {}) {
      // In parallel: requests that wait for a device to start end with that device.
      const ends = [closeHttp(), jobs.stop(), keepDevices ? Promise.resolve() : sandboxes.shutdown()];
      const results = await Promise.allSettled(ends);
      await whenClosed.disposeAsync();
      const failed = results.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
}
