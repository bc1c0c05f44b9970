import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FloodingDevice } from "../../attacks/support/start-flooding.ts";
import { pidsNaming } from "../../e2e/support/processes.ts";
import type { TestServer } from "../../e2e/support/server.ts";
import { type PostgresCluster, queryOnce } from "../../packages/server/src/testing/postgres-cluster.ts";
import type { Conditions } from "./conditions.ts";

const FULL_DISK_MS = 30_000;
const DATABASE_DOWN_MS = 15_000;
const DOWN_MS = 500;
const WRITE_BYTES = 4 * 1_048_576;

/** What is broken, and where it is noted. */
export interface Breakable {
  server: TestServer;
  database: Pick<PostgresCluster, "crash" | "start">;
  conditions: Conditions;
  hostileTeam: { id: string; databaseUrl: string; flood: Pick<FloodingDevice, "port"> };
}

/** Replaces all devices of the hostile team by one that floods the server within ADB's flow control. */
export async function floodFromDevices({ hostileTeam }: Breakable): Promise<void> {
  const { id, databaseUrl, flood } = hostileTeam;
  const change = `update sandboxes set device_host = '127.0.0.1', device_port = ${flood.port}`;
  await queryOnce(databaseUrl, `${change} where organization_id = '${id}' and state = 'running'`);
}

/** Kills the server and starts it again; resolves when it serves. */
export async function killServer({ server, conditions }: Breakable): Promise<void> {
  await conditions.during("server", async () => {
    await server.kill();
    await sleep(DOWN_MS);
    await server.restart();
  });
}

/** Stops the database for a while; resolves when the server is ready again. */
export async function stopDatabase({ server, database, conditions }: Breakable): Promise<void> {
  await conditions.during("database", async () => {
    database.crash();
    await sleep(DATABASE_DOWN_MS);
    await database.start();
    await untilReady(server.origin);
  });
}

/** Fills the file system to its last byte, and frees it after a while. */
export async function fillDisk({ server, conditions }: Breakable): Promise<void> {
  const file = path.join(path.dirname(server.dataDir), "fill");
  await conditions.during("disk", async () => {
    const end = Date.now() + FULL_DISK_MS;
    const descriptor = openSync(file, "w");
    try {
      // Again and again: what the server frees shall not help it.
      while (Date.now() < end) {
        writeUntilFull(descriptor);
        await sleep(100);
      }
    } finally {
      closeSync(descriptor);
      rmSync(file);
    }
  });
}

function writeUntilFull(descriptor: number): void {
  for (let bytes = WRITE_BYTES; bytes >= 1;) {
    try {
      writeSync(descriptor, new Uint8Array(bytes));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      bytes = Math.floor(bytes / 8);
    }
  }
}

/** Kills or freezes devices that wait in standby. */
export function harmStandby(dataDir: string, signal: "SIGKILL" | "SIGSTOP"): void {
  for (const pid of pidsNaming(path.join(dataDir, "devices", ".standby-"))) process.kill(pid, signal);
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
