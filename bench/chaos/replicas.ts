import { readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createBox, firstTeam, getBox, screenshot } from "../../e2e/support/api.ts";
import { type Replicas, startReplicas } from "../../e2e/support/replicas.ts";
import { post, signIn } from "../../e2e/support/server.ts";
import { queryOnce } from "../../packages/platform/src/testing/postgres-cluster.ts";
import { SERVER_PROGRAM } from "../../tools/build.ts";
import { type Fault, type RunDevices, startRunDevices } from "./replicas-devices.ts";
import { type Calls, type Tenant, watch, work } from "./replicas-load.ts";
import { complaintsOfReplicas, type ObservedReplicas, replicasToMarkdown } from "./replicas-report.ts";

const RESULTS = "bench/chaos/replicas-results.md";
const SERVERS = 3;
/** The sandbox limit of a team on the free plan. */
const PER_TEAM = 20;
const VIEWERS = 4;
const MAILS_A_FAULT = 5;
const DATABASE_DOWN_MS = 3_000;
const BETWEEN_FAULTS_MS = 12_000;
const SETTLED_MS = 90_000;

/**
 * Runs three servers on one PostgreSQL, with devices in containers, and in Pods if there is a cluster, under load.
 * Repeats these faults for the given time: each server is killed in turn, PostgreSQL and dockerd restart, a node is
 * lost. Writes the results, and returns their path and the problems. Requires root, for dockerd.
 */
export async function chaosOfReplicas(minutes: number, count: number): Promise<{ wrong: string[]; results: string }> {
  await using cleanup = new AsyncDisposableStack();
  const devices = await startRunDevices();
  cleanup.defer(() => devices.stop());
  const environment = { ...devices.environment, LOG_LEVEL: "warn" };
  const replicas = await startReplicas(SERVERS, { environment, program: SERVER_PROGRAM });
  cleanup.defer(() => replicas.stop());

  const tenants = await settle(replicas, devices.templateIds, count);
  const calls: Calls = { answered: 0, failed: 0, names: new Map() };
  const pauses = { servers: [] as number[], others: [] as number[] };
  const faults: Record<string, number> = {};
  const end = performance.now() + minutes * 60_000;
  let due = 0;
  while (performance.now() < end) {
    for (const fault of listFaults(replicas, devices)) {
      const over = new AbortController();
      const working = tenants.map((tenant) => work(replicas.origin, tenant, calls, over.signal));
      const watching = tenants
        .flatMap(({ token, boxes }) => boxes.map((id) => ({ token, id })))
        .slice(0, VIEWERS)
        .map(({ token, id }) => watch(replicas.origin, token, id, over.signal));
      await sleep(BETWEEN_FAULTS_MS / 3);
      await fault.happen();
      faults[fault.name] = (faults[fault.name] ?? 0) + 1;
      due += await queueMails(replicas);
      await sleep(BETWEEN_FAULTS_MS);
      over.abort();
      await Promise.all(working);
      pauses[fault.isServer ? "servers" : "others"].push(...(await Promise.all(watching)).flat());
      await untilReady(replicas);
    }
  }
  const observed: ObservedReplicas = {
    minutes,
    devices: count,
    faults,
    ...(({ answered, failed }) => ({ answered, failed }))(calls),
    ...(await audit(replicas, devices, tenants, calls)),
    pausesMs: pauses,
    mails: await countMails(replicas, due),
    ...(await endAll(replicas, devices, tenants)),
  };
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  writeFileSync(RESULTS, replicasToMarkdown(observed, machine));
  return { wrong: complaintsOfReplicas(observed), results: RESULTS };
}

/** Creates people who have this number of sandboxes in total. */
async function settle(replicas: Replicas, templateIds: readonly string[], count: number): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (let left = count; left > 0; left -= PER_TEAM) {
    const token = await signIn(replicas.origin, `tenant ${tenants.length}`);
    const { id: organizationId } = await firstTeam(replicas.origin, token);
    const boxes: string[] = [];
    for (let i = 0; i < Math.min(left, PER_TEAM); i += 1) {
      const templateId = templateIds[i % templateIds.length];
      boxes.push((await createBox(replicas.origin, token, { templateId, expiresIn: "60m" })).id);
    }
    tenants.push({ token, organizationId, boxes });
  }
  return tenants;
}

function listFaults({ servers, postgres }: Replicas, devices: RunDevices): Fault[] {
  return [
    ...servers.map((server) => ({
      name: "a server killed",
      isServer: true,
      async happen() {
        await server.kill();
        // Long enough for the other servers to detect its death.
        await sleep(BETWEEN_FAULTS_MS);
        await server.restart();
      },
    })),
    {
      name: "PostgreSQL restarted",
      isServer: false,
      async happen() {
        postgres.crash();
        await sleep(DATABASE_DOWN_MS);
        await postgres.start();
      },
    },
    ...devices.faults,
  ];
}

async function queueMails({ environment }: Replicas): Promise<number> {
  const row = "'mail_' || md5(random()::text), 'a@localhost', 'subject', 'body', 0, 0, 0";
  await queryOnce(
    String(environment.DATABASE_URL),
    `insert into mails (id, recipient, subject, body, created_at, attempts, due_at) select ${row} from generate_series(1, ${MAILS_A_FAULT})`,
  );
  return MAILS_A_FAULT;
}

async function untilReady({ servers }: Replicas): Promise<void> {
  const isReady = async (origin: string) => (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true;
  const deadline = performance.now() + SETTLED_MS;
  for (const { origin } of servers)
    while (!(await isReady(origin))) {
      if (performance.now() > deadline) throw new Error(`${origin} is not ready ${SETTLED_MS / 1000} s after a fault`);
      await sleep(200);
    }
}

/** Returns differences from the acknowledged state. */
async function audit({ origin }: Replicas, devices: RunDevices, tenants: readonly Tenant[], calls: Calls) {
  const running = devices.listRunning();
  const lostWrites: string[] = [];
  const lostSandboxes: string[] = [];
  let ended = 0;
  for (const { token, boxes } of tenants)
    for (const id of boxes) {
      const { status, config } = await getBox(origin, token, id);
      if (status !== "running") {
        ended += 1;
        if (running.some((name) => name.includes(id))) lostSandboxes.push(id);
      } else await screenshot(origin, token, id);
      const { acknowledged, unsure } = calls.names.get(id) ?? {};
      const name = config.name ?? "";
      if (acknowledged !== undefined && name !== acknowledged && !unsure?.has(name))
        lostWrites.push(`the name of ${id}: ${acknowledged}, which is ${name}`);
    }
  return { lostWrites, lostSandboxes, ended };
}

async function countMails({ servers, environment }: Replicas, due: number): Promise<ObservedReplicas["mails"]> {
  const deadline = performance.now() + SETTLED_MS;
  while (performance.now() < deadline) {
    const [row] = await queryOnce(String(environment.DATABASE_URL), "select count(*) from mails");
    if (Number(row?.count) === 0) break;
    await sleep(500);
  }
  const sent = servers.flatMap(({ dataDir }) => {
    try {
      return readdirSync(path.join(dataDir, "outbox")).filter((name) => name.endsWith(".eml"));
    } catch {
      // This server was never the leader.
      return [];
    }
  });
  return { due, sent: sent.length, twice: sent.length - new Set(sent).size };
}

async function endAll(replicas: Replicas, devices: RunDevices, tenants: readonly Tenant[]) {
  for (const { token, boxes } of tenants)
    for (const id of boxes) await post(replicas.origin, `/api/v1/boxes/${id}/terminate`, {}, token);
  const query = "select sandbox_id from usage_intervals group by sandbox_id having count(*) > 1";
  const meteredTwice = (await queryOnce(String(replicas.environment.DATABASE_URL), query)).length;
  // A Pod is gone when its kubelet reports it.
  for (const until = performance.now() + SETTLED_MS; performance.now() < until; await sleep(500))
    if (devices.listLeft().length === 0) break;
  return { meteredTwice, left: devices.listLeft() };
}
