import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** What ends after a run (a database that notices that nobody uses it any more) may take so long to clean up. */
const ENDING_MS = 15_000;
const LOOK_EVERY_MS = 100;

const PREFIX = "terrarium-run-";

/** Tests keep a few hundred megabytes at a time; with less than this free their files stay on the disk. */
const FREE_MEMORY_BYTES = 8 * 1024 ** 3;

/** Whether a run keeps in this folder what is temporary. */
export const isTemporaryFolder = (folder: string): boolean => path.basename(folder).startsWith(PREFIX);

/**
 * Makes a folder in which a run keeps what is temporary (TMPDIR). Its path is short, since those of sockets in it may
 * have no more than 107 bytes (unix(7)), and other users may pass through: PostgreSQL runs as one. It is in memory where
 * this process may mount that and enough is free: files of tests are many and short-lived, and to make and flush them on a
 * disk is a fifth of the processor time of some tests.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
  if (freemem() > FREE_MEMORY_BYTES) spawnSync("mount", ["-t", "tmpfs", "terrarium", folder], { stdio: "ignore" });
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes such a folder with all that is in it, also where another process adds or removes something at the moment. */
export function dropTemporaryFolder(folder: string): void {
  // In a folder on the disk nothing is mounted, which is no failure.
  spawnSync("umount", ["--lazy", folder], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Files of tests that run at the same time do so in processes of their own, each with a folder in that of the run. */
const OF_WORKER = /^w-\w{6}$/;

/** Has this process keep what is temporary in a folder of its own; answers it. A second time changes nothing. */
export function useWorkerFolder(): string {
  const of = tmpdir();
  if (OF_WORKER.test(path.basename(of))) return of;
  // Not by the number of the process: a later one may have the number of one that has ended.
  const folder = mkdtempSync(path.join(of, "w-"));
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return folder;
}

/**
 * What a process has for all of its tests, its shell and its browser, goes with the folder of the run: Vitest kills a
 * process half a second after it told it to end, which on a busy machine is too soon to remove anything.
 */
const GOES_WITH_RUN = /^(test-shell-|playwright|\.?org\.chromium)/;
/** Its PostgreSQL, too, is for all of its tests, and has a guard that removes it. */
const POSTGRES = /^terrarium-pg-/;

/** What is in a worker's folder that tests have to remove. */
export const keptByTests = (folder: string): string[] =>
  readdirSync(folder).filter((name) => !GOES_WITH_RUN.test(name) && !POSTGRES.test(name));

/** What of this is still there when it has had its time to go: files of processes that are just ending. */
export async function whatStays(look: () => string[], endingMs = ENDING_MS): Promise<string[]> {
  const giveUpAt = performance.now() + endingMs;
  while (look().length > 0 && performance.now() < giveUpAt) await wait(LOOK_EVERY_MS);
  return look();
}

/** How much of what was left is told. */
const TOLD = 20;

/** Removes the folder when what is in it is gone, or has had its time; answers what was left, or the beginning of it. */
export async function removeTemporaryFolder(folder: string, endingMs = ENDING_MS): Promise<string[]> {
  const left = await whatStays(() => namesUnder(folder).filter(isLeft), endingMs);
  dropTemporaryFolder(folder);
  return left.toSorted().slice(0, TOLD);
}

function isLeft(name: string): boolean {
  const [first = "", second] = name.split(path.sep);
  return !OF_WORKER.test(first) || (second !== undefined && !GOES_WITH_RUN.test(second));
}

/** Everything under a folder from which others may be removing things at this moment. */
function namesUnder(folder: string): string[] {
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true }).map(String);
    } catch (error) {
      // A folder under it went while it was being read: what is left is read again. It ends, as less is left each time.
      const hasGone = error instanceof Error && "code" in error && error.code === "ENOENT" && "path" in error;
      if (!hasGone || error.path === folder) throw error;
    }
  }
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
  const variable = `TMPDIR=${folder}`;
  const isIn = (each: string) => each === variable || each.startsWith(`${variable}/`);
  return pids.filter((pid) => textOf(`/proc/${pid}/environ`).split("\0").some(isIn));
}

/** What the file says; nothing if its process has ended meanwhile, or is another user's. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
