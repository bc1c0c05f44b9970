import { addGauge } from "@terrarium/platform/telemetry/gauge";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, type Registry } from "prom-client";
import type { Services } from "./app-services.ts";
import type { UnownedFailures } from "./http/unowned-failures.ts";

/**
 * Adds metrics of the process and of the server's areas to `/metrics`, beside those that the areas measure themselves.
 */
export function addServerMetrics(
  register: Registry,
  services: Services,
  http: FastifyInstance,
  unownedFailures: Readonly<UnownedFailures> = { rejections: 0, exceptions: 0 },
): void {
  const { disk, mail, providers, sandboxes } = services;
  collectDefaultMetrics({ register });
  addGauge(
    register,
    {
      name: "terrarium_sandboxes",
      help: "Sandboxes that start or run now, by provider",
      labelNames: ["provider", "state"],
    },
    async () =>
      (await sandboxes.countByState()).map(({ provider, state, count }) => ({
        labels: { provider, state },
        value: count,
      })),
  );
  addGauge(
    register,
    { name: "terrarium_provider_up", help: "1 while a provider answers, else 0", labelNames: ["provider"] },
    () =>
      Promise.all(
        providers.all.map(async (provider) => {
          const isUp = await provider.list().then(
            () => true,
            () => false,
          );
          return { labels: { provider: provider.name }, value: isUp ? 1 : 0 };
        }),
      ),
  );
  addGauge(
    register,
    { name: "terrarium_accepts_sandboxes", help: "1 while there is room for one more sandbox, else 0" },
    () =>
      providers.requireRoom().then(
        () => 1,
        () => 0,
      ),
  );
  addGauge(
    register,
    { name: "terrarium_disk_free_bytes", help: "What can still be written to the disk of the data directory" },
    () => disk.freeBytes(),
  );
  addGauge(
    register,
    {
      name: "terrarium_disk_ballast_bytes",
      help: "What is given up, once that disk is full, to record deletions",
    },
    () => disk.ballast().heldBytes,
  );
  addGauge(register, { name: "terrarium_mails_waiting", help: "E-mails that are due or put off" }, () =>
    mail.countWaiting(),
  );
  addGauge(
    register,
    { name: "terrarium_requests_waiting", help: "Requests whose turn to begin has not come" },
    () => http.turns.waiting,
  );
  addPeerMetrics(register, services);
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
}

/** Adds metrics of this server's role among those on its database. */
function addPeerMetrics(register: Registry, { peers, replicas, runLeases }: Services): void {
  const gauge = (name: string, help: string, read: () => number) => addGauge(register, { name, help }, read);
  gauge("terrarium_leader", "1 on the server that does what one does for all, else 0", () =>
    Number(peers.leadership.isLeader()),
  );
  gauge("terrarium_replicas", "Servers on the database, this one among them", () => replicas.aliveCount());
  gauge("terrarium_database_admitted", "1 while this server may use the database, else 0", () =>
    Number(peers.isAdmitted()),
  );
  gauge("terrarium_script_leases", "Places for scripts that this server has of what all may have", () =>
    runLeases.heldCount(),
  );
  const notices = new Counter({
    name: "terrarium_notices_total",
    help: "What this server told the others on its database, and heard of them",
    labelNames: ["direction"],
    registers: [],
    collect() {
      this.reset();
      const { told, heard } = peers.bus.counts();
      this.inc({ direction: "told" }, told);
      this.inc({ direction: "heard" }, heard);
    },
  });
  register.registerMetric(notices);
}
