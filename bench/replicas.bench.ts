import { REPLICA } from "../e2e/support/replicas.ts";
import { openDatabase } from "../packages/platform/src/db/database.ts";
import { connectPostgres } from "../packages/platform/src/db/postgres.ts";
import { startPostgresCluster } from "../packages/platform/src/testing/postgres-cluster.ts";
import { listRequest } from "./list.bench.ts";
import { type Figure, median, repeat } from "./support/figure.ts";
import { load, type LoadRequest } from "./support/load.ts";
import { cpuSeconds } from "./support/process.ts";
import { seed } from "./support/seed.ts";
import { type BenchServer, startBenchServer } from "./support/server.ts";

const RUNS = 5;
const RUN_MS = 4_000;
const WARM_UP_MS = 10_000;
const CONNECTIONS = 30;
const SERVERS = 3;
/**
 * Calls per second of each server at which the cost of one call is measured. The cost depends on the load of a server
 * (1.9 ms of CPU time at 100 calls per second, 0.9 ms at 600), so all servers have the same load. It also depends on
 * other users of the processors, so no server runs at its maximum.
 */
const RATE = 200;

/**
 * Measures the list of sandboxes on PostgreSQL with one server and with three. Each server is called directly, like by
 * a balancer.
 */
export async function benchmark(): Promise<Figure[]> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = await startPostgresCluster();
  cleanup.defer(() => postgres.stop());
  const environment = {
    DATABASE_URL: postgres.address("migrated"),
    TERRARIUM_SECRET: "of-the-servers-that-are-measured-together",
    // No devices exist here: sandboxes that are recorded as running remain unchanged.
    TEST_DEVICE_HOST: "http://127.0.0.1:1",
  };
  const servers: BenchServer[] = [];
  for (let i = 0; i < SERVERS; i += 1) {
    const server = await startBenchServer(environment, REPLICA);
    cleanup.defer(() => server.kill());
    servers.push(server);
  }
  const db = await openDatabase(connectPostgres(environment.DATABASE_URL, () => undefined).dialect);
  const teams = await seed(db).finally(() => db.destroy());
  const requests = teams.slice(1).map((team) => listRequest(team, team.session, 1));
  const [first] = servers;
  if (!first) throw new Error("no server");
  await measure(servers, requests, WARM_UP_MS);
  // Interleaved, so that other load on this machine affects all alike.
  const rounds = await repeat(RUNS, async () => ({
    one: await measure([first], requests, RUN_MS),
    three: await measure(servers, requests, RUN_MS),
    oneAtRate: await measure([first], requests, RUN_MS, RATE),
    threeAtRate: await measure(servers, requests, RUN_MS, RATE),
  }));
  const perCore = {
    one: rounds.map(({ oneAtRate }) => oneAtRate.perCore),
    three: rounds.map(({ threeAtRate }) => threeAtRate.perCore),
  };
  const ratio = median(perCore.three) / median(perCore.one);
  const rate = (what: string, values: number[], beside: string): Figure => ({
    what,
    unit: "requests/s",
    values,
    beside,
  });
  return [
    rate(
      "get_sandbox_list on PostgreSQL, one server",
      rounds.map(({ one }) => one.perSecond),
      "—",
    ),
    rate(
      "the same, three servers",
      rounds.map(({ three }) => three.perSecond),
      "goal 2.2 × one, where cores allow",
    ),
    rate(`one server, for each second of its processor time, ${RATE} calls a second`, perCore.one, "—"),
    rate(
      `three servers, for each second of theirs, ${RATE} calls a second of each`,
      perCore.three,
      `goal: as one; ${ratio.toFixed(2)} of it`,
    ),
  ];
}

/** Sends as many calls as possible over connections spread over the servers, or `rate` calls per second to each. */
async function measure(
  servers: readonly BenchServer[],
  requests: readonly LoadRequest[],
  durationMs: number,
  rate?: number,
) {
  const each = {
    requests,
    connections: CONNECTIONS / servers.length,
    durationMs,
    ...(rate !== undefined && { rate }),
  };
  const processorTime = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const before = processorTime();
  const results = await Promise.all(servers.map(({ origin }) => load({ origin, ...each })));
  const answered = results.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0);
  const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0);
  return { perSecond, perCore: answered / (processorTime() - before) };
}
