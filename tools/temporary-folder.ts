import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** What ends after a run (a database that notices that nobody uses it any more) may take so long to clean up. */
const ENDING_MS = 15_000;
const LOOK_EVERY_MS = 100;

/**
 * Makes a folder in which a run keeps what is temporary (TMPDIR). Its path is short, since those of sockets in it may
 * have no more than 107 bytes (unix(7)), and other users may pass through: PostgreSQL runs as one.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-run-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** How much of what was left is told. */
const TOLD = 20;

/** Removes the folder when what is in it is gone, or has had its time; answers what was left, or the beginning of it. */
export async function removeTemporaryFolder(folder: string, endingMs = ENDING_MS): Promise<string[]> {
  const giveUpAt = performance.now() + endingMs;
  while (readdirSync(folder).length > 0 && performance.now() < giveUpAt) await wait(LOOK_EVERY_MS);
  const left = readdirSync(folder, { recursive: true }).map(String).toSorted().slice(0, TOLD);
  rmSync(folder, { recursive: true, force: true });
  return left;
}
