import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startFloodingDevice } from "../../attacks/support/start-flooding.ts";
import { firstTeam } from "../../e2e/support/api.ts";
import { signIn, startServer } from "../../e2e/support/server.ts";
import { queryOnce, startPostgresCluster } from "../../packages/platform/src/testing/postgres-cluster.ts";
import { Conditions } from "./conditions.ts";
import { mountDisk, unmount } from "./disk-mount.ts";
import { type Breakable, fillDisk, floodFromDevices, harmStandby, killServer, stopDatabase } from "./faults.ts";
import { GoodTenant } from "./good-tenant.ts";
import { startHostile } from "./hostile.ts";
import { leftovers, untilRemoved } from "./leftovers.ts";
import { complaints, type Observed, toMarkdown } from "./report.ts";
import { watchServer } from "./watch-server.ts";

const RESULTS = "bench/chaos/results.md";
const DISK_SIZE = "1500m";
const KILLS = 20;
/** Production settings, unlike servers of tests. */
const AS_IN_USE = {
  NODE_ENV: "production",
  TERRARIUM_STANDBY_DEVICES: "1",
  TERRARIUM_DEVICE_EGRESS: "public",
  TERRARIUM_DEVICE_CLOCK: "",
  LOG_LEVEL: "warn",
};
/** Additional faults, by the number of the kill before them. */
const EXTRAS: Readonly<Record<number, (breakable: Breakable) => Promise<void>>> = {
  1: floodFromDevices,
  3: fillDisk,
  6: stopDatabase,
  9: async ({ server }) => harmStandby(server.dataDir, "SIGKILL"),
  10: floodFromDevices,
  12: fillDisk,
  15: stopDatabase,
  17: floodFromDevices,
  18: async ({ server }) => harmStandby(server.dataDir, "SIGSTOP"),
};

/**
 * Runs two teams on one server with PostgreSQL. One team is hostile: it runs all attacks at once, and floods from its
 * devices three times. Meanwhile the disk is filled twice, PostgreSQL is stopped twice, standby devices are killed and
 * frozen, and the server is killed 20 times, evenly over the given time. Writes bench/chaos/results.md and returns the
 * problems. Requires root, for a file system in memory.
 */
export async function chaos(minutes: number): Promise<string[]> {
  await using cleanup = new AsyncDisposableStack();
  const disk = mountDisk(DISK_SIZE);
  cleanup.defer(() => unmount(disk));
  const database = await startPostgresCluster();
  cleanup.defer(() => database.stop());
  await queryOnce(database.address("postgres"), "create database chaos");
  const databaseUrl = database.address("chaos");
  const server = await startServer({ ...AS_IN_USE, DATABASE_URL: databaseUrl }, path.join(disk, "data"));
  cleanup.defer(() => server.stop());

  const hostileToken = await signIn(server.origin, "hostile");
  const flood = await startFloodingDevice();
  cleanup.defer(() => flood.end());
  const conditions = new Conditions();
  const hostileTeam = { id: (await firstTeam(server.origin, hostileToken)).id, databaseUrl, flood };
  const breakable = { server, database, conditions, hostileTeam };
  const good = await GoodTenant.signIn(server.origin, conditions);
  const watch = watchServer(server.origin, conditions);
  const over = new AbortController();
  const work = good.work(over.signal);
  const hostile = startHostile(server.origin, hostileToken);
  cleanup.defer(() => hostile.kill());
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const next = sleep((minutes * 60_000) / KILLS);
    await EXTRAS[kill]?.(breakable);
    await next;
    await killServer(breakable);
  }
  const attacks = await hostile.end();
  over.abort();
  await work;
  await good.audit();
  const watched = await watch.end();
  // A clean stop ends every sandbox. The next start cleans up the leftovers of killed servers.
  await server.halt();
  await server.restart();
  await untilRemoved(server.dataDir);
  await server.halt();
  const left = await leftovers(server.dataDir, databaseUrl);
  const observed: Observed = { minutes, kills: KILLS, good: good.report, attacks, server: watched, left };
  writeFileSync(
    RESULTS,
    toMarkdown(observed, `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}`),
  );
  return complaints(observed);
}
