import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { signalIfRunning } from "./signal-if-running.ts";

/** Longest cleanup time of processes that end after a run, such as a database that is no longer used. */
const ENDING_MS = 15_000;
const LOOK_EVERY_MS = 100;

const PREFIX = "terrarium-run-";

/** Minimum free memory for keeping test files in memory. Tests use a few hundred megabytes at a time. */
const FREE_MEMORY_BYTES = 8 * 1024 ** 3;

/** Returns whether a folder is the temporary folder of a run. */
export const isTemporaryFolder = (folder: string): boolean => path.basename(folder).startsWith(PREFIX);

/**
 * Creates the temporary folder of a run (TMPDIR). Its path is short, because paths of sockets have at most 107 bytes
 * (unix(7)). Other users may access it, because PostgreSQL runs as one. It is in memory if this process may mount that
 * and enough memory is free. Test files are many and short-lived: creating and flushing them on a disk takes a fifth of
 * the CPU time of some tests.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
  if (freemem() > FREE_MEMORY_BYTES) spawnSync("mount", ["-t", "tmpfs", "terrarium", folder], { stdio: "ignore" });
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes such a folder and its content, even while another process adds or removes files. */
export function dropTemporaryFolder(folder: string): void {
  // A folder on the disk has no mount; the failure of umount is ignored.
  spawnSync("umount", ["--lazy", folder], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Test files that run in parallel have separate processes, each with a folder inside the run's folder. */
const OF_WORKER = /^w-\w{6}$/;

/** Makes this process use its own temporary folder, and returns the folder. A second call has no effect. */
export function useWorkerFolder(): string {
  const of = tmpdir();
  if (OF_WORKER.test(path.basename(of))) return of;
  // Not named by process id: a later process may have the same id.
  const folder = mkdtempSync(path.join(of, "w-"));
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return folder;
}

/**
 * Files shared by all tests of a process (its shell and its browser), removed with the run's folder. Vitest kills a
 * process half a second after asking it to end. On a busy machine this is too early to remove anything.
 */
const GOES_WITH_RUN = /^(test-shell-|playwright|\.?org\.chromium)/;
/** The process's PostgreSQL is also shared by its tests. A guard removes it. */
const POSTGRES = /^terrarium-pg-/;

/** Returns the files in a worker's folder that tests must remove. */
export const keptByTests = (folder: string): string[] =>
  readdirSync(folder).filter((name) => !GOES_WITH_RUN.test(name) && !POSTGRES.test(name));

/** Returns what remains after a grace period for files of ending processes. */
export async function whatStays(look: () => string[], endingMs = ENDING_MS): Promise<string[]> {
  const giveUpAt = performance.now() + endingMs;
  while (look().length > 0 && performance.now() < giveUpAt) await wait(LOOK_EVERY_MS);
  return look();
}

/** Maximum number of leftovers that are reported. */
const TOLD = 20;

/** Removes the folder when it is empty or after a grace period. Returns the first leftovers. */
export async function removeTemporaryFolder(folder: string, endingMs = ENDING_MS): Promise<string[]> {
  const left = await whatStays(() => namesUnder(folder).filter(isLeft), endingMs);
  dropTemporaryFolder(folder);
  return left.toSorted().slice(0, TOLD);
}

function isLeft(name: string): boolean {
  const [first = "", second] = name.split(path.sep);
  return !OF_WORKER.test(first) || (second !== undefined && !GOES_WITH_RUN.test(second));
}

/** Returns everything below a folder while other processes may remove files from it. */
function namesUnder(folder: string): string[] {
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true }).map(String);
    } catch (error) {
      // A subfolder disappeared during the scan, so the scan is repeated. This terminates, because less remains each
      // time.
      const hasGone = error instanceof Error && "code" in error && error.code === "ENOENT" && "path" in error;
      if (!hasGone || error.path === folder) throw error;
    }
  }
}

/**
 * Ends the processes that use this temporary folder (TMPDIR) after a grace period. Returns the command lines of the
 * ended ones.
 */
export async function endProcessesOf(folder: string, endingMs = ENDING_MS): Promise<string[]> {
  const giveUpAt = performance.now() + endingMs;
  while (processesOf(folder).length > 0 && performance.now() < giveUpAt) await wait(LOOK_EVERY_MS);
  return processesOf(folder).map((pid) => {
    const name = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    signalIfRunning(pid, "SIGKILL");
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

/** Returns the content of a file, or an empty text if its process has ended or belongs to another user. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
