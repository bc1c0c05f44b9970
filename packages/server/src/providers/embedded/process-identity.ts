import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { hasCode } from "./file-errors.ts";
import { killGroup } from "./process-group.ts";

/** A process that is told apart from a later one with the same number by when it started. */
export const ProcessIdentity = z.object({ pid: z.number().int().positive(), startTime: z.string() });
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** Fields 3, 20 and 22 of /proc/PID/stat (proc(5)), counted after the parenthesised command name, which may hold anything. */
const STATE_FIELD = 0;
const THREADS_FIELD = 17;
const START_TIME_FIELD = 19;
const ADOPTED_POLL_MS = 1_000;

/** When a process started, in the system's own form; undefined if there is none, or only the shell of an ended one. */
export async function readStartTime(pid: number): Promise<string | undefined> {
  return process.platform === "linux" ? readLinuxStartTime(pid) : readPsStartTime(pid);
}

function readLinuxStartTime(pid: number): string | undefined {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return undefined;
    throw error;
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // While other threads of a zombie still end, its sockets are open.
  const isEnded = /[ZX]/.test(fields[STATE_FIELD] ?? "") && Number(fields[THREADS_FIELD]) <= 1;
  return isEnded ? undefined : fields[START_TIME_FIELD];
}

async function readPsStartTime(pid: number): Promise<string | undefined> {
  // ps ends with 1 if there is no such process.
  const result = await promisify(execFile)("ps", ["-o", "stat=,lstart=", "-p", String(pid)]).catch(() => undefined);
  const [, state, startTime] = /^\s*(\S+)\s+(.+?)\s*$/.exec(result?.stdout ?? "") ?? [];
  return state?.startsWith("Z") ? undefined : startTime;
}

export async function isAlive(process: ProcessIdentity): Promise<boolean> {
  return (await readStartTime(process.pid)) === process.startTime;
}

/** Signals the group that a process leads, if it is still that process. */
export async function signalGroup(identity: ProcessIdentity, signal: NodeJS.Signals): Promise<void> {
  if (!(await isAlive(identity))) return;
  try {
    process.kill(-identity.pid, signal);
  } catch (error) {
    if (!(hasCode(error) && error.code === "ESRCH")) throw error;
  }
}

/** Kills what is left of the group of a process that has just ended. While anybody is in it, no other process gets its number. */
export async function killRestOfGroup({ pid }: ProcessIdentity): Promise<void> {
  if ((await readStartTime(pid)) === undefined) killGroup(pid);
}

/** For one of whose end this process is not told, as it did not start it. What it leaves of its group is killed. */
export async function untilGone(identity: ProcessIdentity): Promise<void> {
  // A look that fails says nothing: the next one will tell.
  const maybeAlive = () => isAlive(identity).catch(() => true);
  while (await maybeAlive()) await sleep(ADOPTED_POLL_MS, undefined, { ref: false });
  await killRestOfGroup(identity);
}
