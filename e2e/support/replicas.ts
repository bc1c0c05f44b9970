import { type PostgresCluster, startPostgresCluster } from "../../packages/server/src/testing/postgres-cluster.ts";
import { startBalancer } from "../../packages/server/src/testing/replicas/balancer.ts";
import { startDeviceHost } from "../../packages/server/src/testing/replicas/start-device-host.ts";
import { startServer, type TestServer } from "./server.ts";

/** The server, with devices that it shares with others. */
export const REPLICA = "packages/server/src/testing/replicas/replica.ts";

/** Several servers on one PostgreSQL, whose devices they share, behind a balancer. */
export interface Replicas {
  /** Of the balancer. */
  origin: string;
  servers: TestServer[];
  postgres: PostgresCluster;
  /** What a further server needs in its environment. */
  environment: NodeJS.ProcessEnv;
  /** The server that leads; undefined: none does. */
  leader(): Promise<TestServer | undefined>;
  stop(): Promise<void>;
}

/** Where the servers' devices are. */
interface SharedDevices {
  /** What says so to the servers. */
  environment: NodeJS.ProcessEnv;
  /** The servers' module. */
  program: string;
}

/** Starts them; by default their devices are processes of a host that they share. */
export async function startReplicas(count: number, devices?: SharedDevices): Promise<Replicas> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = await startPostgresCluster();
  cleanup.defer(() => postgres.stop());
  const host = devices ? undefined : await startDeviceHost();
  cleanup.defer(() => host?.stop());
  const { environment: where, program } = devices ?? { environment: { TEST_DEVICE_HOST: host?.url }, program: REPLICA };
  const environment = {
    DATABASE_URL: postgres.address("migrated"),
    TERRARIUM_SECRET: "of-servers-that-share-a-database-and-devices",
    ...where,
  };
  const servers: TestServer[] = [];
  for (let i = 0; i < count; i += 1) {
    const server = await startServer(environment, undefined, [], program);
    cleanup.defer(() => server.stop());
    servers.push(server);
  }
  const balancer = await startBalancer(() => servers.map(({ origin }) => Number(new URL(origin).port)));
  cleanup.defer(() => balancer.close());
  const stop = cleanup.move();
  return {
    origin: balancer.origin,
    servers,
    postgres,
    environment,
    async leader() {
      for (const server of servers) if ((await metric(server.origin, "terrarium_leader")) === 1) return server;
      return undefined;
    },
    stop: () => stop.disposeAsync(),
  };
}

/** What a server's `/metrics` say of a gauge, with its labels as they are written there; undefined if it is not there. */
export async function metric(origin: string, name: string): Promise<number | undefined> {
  const text = await fetch(`${origin}/metrics`).then(
    (answer) => answer.text(),
    () => "",
  );
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}
