import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { DataDisk } from "../disk/data-disk.ts";
import type { UnownedFailures } from "./unowned-failures.ts";

const BUCKETS_S = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CHECK_TIMEOUT_MS = 2_000;

interface HealthOptions {
  /** What must answer for the server to be of use, by name. */
  checks: Record<string, () => Promise<unknown>>;
  /** What is told besides, and is no reason to send requests elsewhere: every server would say the same of it. */
  told: Record<string, () => Promise<unknown>>;
  /** The ids of templates of which no sandbox can be made now. */
  listUnavailableTemplates: () => Promise<readonly string[]>;
  /** Throws no_space while no sandbox can be made; the rest of the server is of use then, deleting above all. */
  requireRoom: () => Promise<void>;
  disk: Pick<DataDisk, "freeBytes" | "ballast">;
  countRunningSandboxes: () => Promise<number>;
  unownedFailures: Readonly<UnownedFailures>;
}

/** `/healthz` (alive), `/readyz` (what it depends on answers) and `/metrics` (Prometheus). */
export function registerHealthRoutes(
  app: FastifyInstance,
  { checks, told, listUnavailableTemplates, requireRoom, disk, countRunningSandboxes, unownedFailures }: HealthOptions,
): void {
  app.get("/healthz", { schema: { hide: true } }, () => ({ status: "ok" }));

  const hasRoom = () => {
    const room = within(CHECK_TIMEOUT_MS, requireRoom());
    return room.then(
      () => true,
      () => false,
    );
  };

  app.get("/readyz", { schema: { hide: true } }, async (request, reply) => {
    const tryAll = async (all: Record<string, () => Promise<unknown>>) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(all).map(async ([name, check]) => {
            try {
              await within(CHECK_TIMEOUT_MS, check());
              return [name, "ok"] as const;
            } catch (error) {
              request.log.error({ err: error, check: name }, "not ready");
              return [name, "failed"] as const;
            }
          }),
        ),
      );
    // What they lack is told to those who are signed in.
    const templates = async () => {
      const ids = await within(CHECK_TIMEOUT_MS, listUnavailableTemplates()).catch(() => []);
      return ids.length === 0 ? "ok" : `not available: ${ids.join(", ")}`;
    };
    const [needed, besides, unavailable] = await Promise.all([tryAll(checks), tryAll(told), templates()]);
    const isReady = Object.values(needed).every((result) => result === "ok");
    // Told, but no reason to send requests elsewhere: people must reach the server to delete what fills its disk.
    const room = (await hasRoom()) ? "ok" : "no room for sandboxes";
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? "ok" : "unavailable",
      checks: { ...needed, ...besides, templates: unavailable, disk: room },
    });
  });

  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: "terrarium_http_request_duration_seconds",
    help: "Time to answer, by route",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_S,
    registers: [register],
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    register.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          // What cannot be read now, of a database that is down, is no reason to hide the rest.
          this.set(await within(CHECK_TIMEOUT_MS, Promise.resolve().then(read)).catch(() => Number.NaN));
        },
      }),
    );
  gauge("terrarium_sandboxes_running", "Sandboxes that run now", countRunningSandboxes);
  gauge("terrarium_accepts_sandboxes", "1 while the disk has room for one more sandbox, else 0", async () =>
    (await hasRoom()) ? 1 : 0,
  );
  gauge("terrarium_disk_free_bytes", "What can still be written to the disk of the data directory", disk.freeBytes);
  gauge(
    "terrarium_disk_ballast_bytes",
    "What is given up, once that disk is full, to record deletions",
    () => disk.ballast().heldBytes,
  );
  const unowned = new Counter({
    name: "terrarium_unowned_failures_total",
    help: "Rejected promises and thrown errors that nobody took charge of; each is a defect, and in the log",
    labelNames: ["kind"],
    registers: [],
    collect() {
      this.reset();
      this.inc({ kind: "rejection" }, unownedFailures.rejections);
      this.inc({ kind: "exception" }, unownedFailures.exceptions);
    },
  });
  register.registerMetric(unowned);
  app.addHook("onResponse", (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? "none", status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.get("/metrics", { schema: { hide: true } }, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}

async function within<T>(timeMs: number, work: Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(timeMs);
  const expired = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener("abort", () => reject(new Error(`no answer within ${timeMs} ms`)));
  });
  return Promise.race([work, expired]);
}
