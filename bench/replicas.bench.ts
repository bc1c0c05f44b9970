import { REPLICA } from "../e2e/support/replicas.ts";
import { openDatabase } from "../packages/server/src/db/database.ts";
import { connectPostgres } from "../packages/server/src/db/postgres.ts";
import { startPostgresCluster } from "../packages/server/src/testing/postgres-cluster.ts";
import { listRequest } from "./list.bench.ts";
import { type Figure, median, repeat } from "./support/figure.ts";
import { load, type LoadRequest } from "./support/load.ts";
import { cpuSeconds } from "./support/process.ts";
import { seed } from "./support/seed.ts";
import { type BenchServer, startBenchServer } from "./support/server.ts";

const RUNS = 5;
const RUN_MS = 2_000;
const WARM_UP_MS = 10_000;
const CONNECTIONS = 30;
const SERVERS = 3;

/** The list of sandboxes on PostgreSQL from one server and from three, each asked directly, as a balancer would. */
export async function benchmark(): Promise<Figure[]> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = await startPostgresCluster();
  cleanup.defer(() => postgres.stop());
  const environment = {
    DATABASE_URL: postgres.address("migrated"),
    TERRARIUM_SECRET: "of-the-servers-that-are-measured-together",
    // Nothing is there: what is said to run is left as it is.
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
  // Interleaved, so that what else this machine does meets all alike.
  const rounds = await repeat(RUNS, async () => ({
    one: await measure([first], requests, RUN_MS),
    three: await measure(servers, requests, RUN_MS),
  }));
  const ones = rounds.map(({ one }) => one);
  const threes = rounds.map(({ three }) => three);
  const ratio = median(threes.map(({ perCore }) => perCore)) / median(ones.map(({ perCore }) => perCore));
  const rate = (what: string, values: number[], beside: string): Figure => ({
    what,
    unit: "requests/s",
    values,
    beside,
  });
  return [
    rate(
      "get_sandbox_list on PostgreSQL, one server",
      ones.map(({ perSecond }) => perSecond),
      "—",
    ),
    rate(
      "the same, three servers",
      threes.map(({ perSecond }) => perSecond),
      "goal 2.2 × one, where cores allow",
    ),
    rate(
      "one server, for each second of its processor time",
      ones.map(({ perCore }) => perCore),
      "—",
    ),
    rate(
      "three servers, for each second of theirs",
      threes.map(({ perCore }) => perCore),
      `goal: as one; ${ratio.toFixed(2)} of it`,
    ),
  ];
}

async function measure(servers: readonly BenchServer[], requests: readonly LoadRequest[], durationMs: number) {
  const processorTime = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const before = processorTime();
  const results = await Promise.all(
    servers.map(({ origin }) => load({ origin, requests, connections: CONNECTIONS / servers.length, durationMs })),
  );
  const answered = results.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0);
  const perSecond = results.reduce((sum, each) => sum + each.perSecond, 0);
  return { perSecond, perCore: answered / (processorTime() - before) };
}
