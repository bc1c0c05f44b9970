import { addGauge } from "@terrarium/platform/telemetry/gauge";
import { METRICS } from "@terrarium/platform/telemetry/metric-definitions";
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
  const { disk, mail, providers, resealing, sandboxes } = services;
  collectDefaultMetrics({ register });
  addGauge(register, METRICS.sandboxes, async () =>
    (await sandboxes.countByState()).map(({ provider, state, count }) => ({
      labels: { provider, state },
      value: count,
    })),
  );
  addGauge(register, METRICS.providerUp, () =>
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
  addGauge(register, METRICS.acceptsSandboxes, () =>
    providers.requireRoom().then(
      () => 1,
      () => 0,
    ),
  );
  addGauge(register, METRICS.diskFreeBytes, () => disk.freeBytes());
  addGauge(register, METRICS.diskBallastBytes, () => disk.ballast().heldBytes);
  addGauge(register, METRICS.secretsToReseal, () => resealing.countLeft());
  addGauge(register, METRICS.mailsWaiting, () => mail.countWaiting());
  addGauge(register, METRICS.requestsWaiting, () => http.turns.waiting);
  addPeerMetrics(register, services);
  const unowned = new Counter({
    ...METRICS.unownedFailures,
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
  addGauge(register, METRICS.leader, () => Number(peers.leadership.isLeader()));
  addGauge(register, METRICS.replicas, () => replicas.aliveCount());
  addGauge(register, METRICS.databaseAdmitted, () => Number(peers.isAdmitted()));
  addGauge(register, METRICS.scriptLeases, () => runLeases.heldCount());
  const notices = new Counter({
    ...METRICS.notices,
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
