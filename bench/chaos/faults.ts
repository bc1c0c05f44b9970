import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { holdDatabase } from "../../attacks/support/foreign-lock.ts";
import type { FloodingDevice } from "../../attacks/support/start-flooding.ts";
import { standbyPids } from "../../e2e/support/processes.ts";
import type { TestServer } from "../../e2e/support/server.ts";
import { type PostgresCluster, queryOnce } from "../../packages/platform/src/testing/postgres-cluster.ts";
import { signalIfRunning } from "../../tools/signal-if-running.ts";
import type { Conditions } from "./conditions.ts";

const FULL_DISK_MS = 30_000;
const DATABASE_DOWN_MS = 15_000;
const DOWN_MS = 500;
/** Shorter than the time that writes wait for the lock. */
const LOCKED_MS = 3_000;
const WRITE_BYTES = 4 * 1_048_576;

/** Targets of faults, and the record of active faults. */
export interface Breakable {
  server: TestServer;
  database: Pick<PostgresCluster, "crash" | "start">;
  conditions: Conditions;
  hostileTeam: { id: string; databaseUrl: string; flood: Pick<FloodingDevice, "port"> };
}

/** Replaces all devices of the hostile team with one that floods the server within ADB's flow control. */
export async function floodFromDevices({ hostileTeam }: Breakable): Promise<void> {
  const { id, databaseUrl, flood } = hostileTeam;
  const change = `update sandboxes set device_host = '127.0.0.1', device_port = ${flood.port}`;
  await queryOnce(databaseUrl, `${change} where organization_id = '${id}' and state = 'running'`);
}

/** Kills the server and restarts it. Resolves when it serves again. */
export async function killServer({ server, conditions }: Pick<Breakable, "server" | "conditions">): Promise<void> {
  await conditions.during("server", async () => {
    await server.kill();
    await sleep(DOWN_MS);
    await server.restart();
  });
}

/** Stops the database for a while. Resolves when the server is ready again. */
export async function stopDatabase({ server, database, conditions }: Breakable): Promise<void> {
  await conditions.during("database", async () => {
    database.crash();
    await sleep(DATABASE_DOWN_MS);
    await database.start();
    await untilReady(server.origin);
  });
}

/** Holds the write lock of the server's SQLite file for a while, like an operator's tool. Reads must continue. */
export async function lockDatabase({ server, conditions }: Pick<Breakable, "server" | "conditions">): Promise<void> {
  await conditions.during("lock", async () => {
    const lock = holdDatabase(server.dataDir);
    await sleep(LOCKED_MS);
    lock.release();
  });
}

/** Fills the file system completely, and frees it after a while. */
export async function fillDisk({ server, conditions }: Pick<Breakable, "server" | "conditions">): Promise<void> {
  const file = path.join(path.dirname(server.dataDir), "fill");
  await conditions.during("disk", async () => {
    const end = Date.now() + FULL_DISK_MS;
    const handle = await open(file, "w");
    try {
      // Repeated, so that space freed by the server is filled too.
      while (Date.now() < end) {
        await writeUntilFull(handle);
        await sleep(100);
      }
    } finally {
      await handle.close();
      await rm(file);
    }
  });
}

/** Yields between writes, because this process also measures the server. */
async function writeUntilFull(handle: FileHandle): Promise<void> {
  for (let bytes = WRITE_BYTES; bytes >= 1;) {
    try {
      await handle.write(new Uint8Array(bytes));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      bytes = Math.floor(bytes / 8);
    }
  }
}

/** Kills or freezes devices in standby. Skips processes that ended meanwhile. */
export function harmStandby(dataDir: string, signal: "SIGKILL" | "SIGSTOP"): void {
  for (const pid of standbyPids(dataDir)) signalIfRunning(pid, signal);
}

async function untilReady(origin: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error("the server was not ready within 60 s of the database's return");
}
