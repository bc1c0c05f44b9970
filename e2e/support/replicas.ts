import { type PostgresCluster, startPostgresCluster } from "../../packages/platform/src/testing/postgres-cluster.ts";
import { startBalancer } from "../../packages/server/src/testing/replicas/balancer.ts";
import { startDeviceHost } from "../../packages/server/src/testing/replicas/start-device-host.ts";
import { startServer, type TestServer } from "./server.ts";

/** Module of a server whose devices are shared with other servers. */
export const REPLICA = "packages/server/src/testing/replicas/replica.ts";

/** Several servers behind a balancer, with one PostgreSQL and shared devices. */
export interface Replicas {
  /** Address of the balancer. */
  origin: string;
  servers: TestServer[];
  postgres: PostgresCluster;
  /** Environment of an additional server. */
  environment: NodeJS.ProcessEnv;
  /** Returns the leading server, or undefined if there is none. */
  leader(): Promise<TestServer | undefined>;
  stop(): Promise<void>;
}

/** Location of the servers' devices. */
interface SharedDevices {
  /** Environment that configures the servers for it. */
  environment: NodeJS.ProcessEnv;
  /** Module of the servers. */
  program: string;
}

/** Starts the servers. By default their devices are processes of a shared host. */
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

/** Returns the value of a gauge in a server's `/metrics`, by its name with labels; undefined if it is missing. */
export async function metric(origin: string, name: string): Promise<number | undefined> {
  const text = await fetch(`${origin}/metrics`).then(
    (answer) => answer.text(),
    () => "",
  );
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}
