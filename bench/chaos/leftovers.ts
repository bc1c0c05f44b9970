import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandOf, pidsNaming } from "../../e2e/support/processes.ts";
import { queryOnce } from "../../packages/platform/src/testing/postgres-cluster.ts";

const REMOVAL_TIMEOUT_MS = 60_000;

/** Waits until a server has deleted the folders that it renamed for removal. `leftovers` reports them otherwise. */
export async function untilRemoved(dataDir: string): Promise<void> {
  const deadline = Date.now() + REMOVAL_TIMEOUT_MS;
  const isRemoving = () => readdirSync(path.join(dataDir, "devices")).some((name) => name.startsWith(".removed-"));
  while (isRemoving() && Date.now() < deadline) await sleep(100);
}

/** Returns descriptions of leftovers after all sandboxes have ended. */
export async function leftovers(dataDir: string, databaseUrl: string): Promise<string[]> {
  return [...processesOf(dataDir), ...foldersOf(dataDir), ...(await openRows(databaseUrl))];
}

/** Returns processes that were started with, or work in, a folder below the data directory. */
function processesOf(dataDir: string): string[] {
  return pidsNaming(dataDir).map((pid) => `process ${pid}: ${commandOf(pid).slice(0, 150)}`);
}

function foldersOf(dataDir: string): string[] {
  return readdirSync(path.join(dataDir, "devices")).map((name) => `folder devices/${name}`);
}

async function openRows(databaseUrl: string): Promise<string[]> {
  const rows: string[] = [];
  for (const [what, query] of [
    ["sandboxes that have not ended", "select count(*) from sandboxes where state <> 'ended'"],
    ["metered intervals that are open", "select count(*) from usage_intervals where ended_at is null"],
  ] as const) {
    const count = Number((await queryOnce(databaseUrl, query))[0]?.count);
    if (count > 0) rows.push(`${count} ${what}`);
  }
  return rows;
}
