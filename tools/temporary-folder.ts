import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** What ends after a run (a database that notices that nobody uses it any more) may take so long to clean up. */
const ENDING_MS = 15_000;
const LOOK_EVERY_MS = 100;

const PREFIX = "terrarium-run-";

/** Whether a run keeps in this folder what is temporary. */
export const isTemporaryFolder = (folder: string): boolean => path.basename(folder).startsWith(PREFIX);

/**
 * Makes a folder in which a run keeps what is temporary (TMPDIR). Its path is short, since those of sockets in it may
 * have no more than 107 bytes (unix(7)), and other users may pass through: PostgreSQL runs as one.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
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

/**
 * Ends the processes that keep in the folder what is temporary (TMPDIR) once they have had their time to end by
 * themselves; answers the command lines of those that had to be ended.
 */
export async function endProcessesOf(folder: string, endingMs = ENDING_MS): Promise<string[]> {
  const giveUpAt = performance.now() + endingMs;
  while (processesOf(folder).length > 0 && performance.now() < giveUpAt) await wait(LOOK_EVERY_MS);
  return processesOf(folder).map((pid) => {
    const name = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It has just ended.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
    return name;
  });
}

function processesOf(folder: string): number[] {
  const pids = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
  return pids.filter((pid) => textOf(`/proc/${pid}/environ`).split("\0").includes(`TMPDIR=${folder}`));
}

/** What the file says; nothing if its process has ended meanwhile, or is another user's. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
