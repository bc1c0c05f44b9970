import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { hasCode } from "./file-errors.ts";
import { killGroup } from "./process-group.ts";

/** Identifies a process by pid and start time, because pids are reused. */
export const ProcessIdentity = z.object({ pid: z.number().int().positive(), startTime: z.string() });
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/**
 * Fields 3, 20 and 22 of /proc/PID/stat (proc(5)). They are counted after the parenthesised command name, which may
 * contain any character.
 */
const STATE_FIELD = 0;
const THREADS_FIELD = 17;
const START_TIME_FIELD = 19;
const ADOPTED_POLL_MS = 1_000;

/** Returns the start time of a process in the system's own format; undefined if the process is gone or a zombie. */
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
  // ps exits with 1 if the process does not exist.
  const result = await promisify(execFile)("ps", ["-o", "stat=,lstart=", "-p", String(pid)]).catch(() => undefined);
  const [, state, startTime] = /^\s*(\S+)\s+(.+?)\s*$/.exec(result?.stdout ?? "") ?? [];
  return state?.startsWith("Z") ? undefined : startTime;
}

export async function isAlive(process: ProcessIdentity): Promise<boolean> {
  return (await readStartTime(process.pid)) === process.startTime;
}

/** Signals the group of a process, if it is still the same process. */
export async function signalGroup(identity: ProcessIdentity, signal: NodeJS.Signals): Promise<void> {
  if (!(await isAlive(identity))) return;
  try {
    process.kill(-identity.pid, signal);
  } catch (error) {
    if (!(hasCode(error) && error.code === "ESRCH")) throw error;
  }
}

/** Kills the rest of the group of a process that has just ended. The pid is not reused while the group exists. */
export async function killRestOfGroup({ pid }: ProcessIdentity): Promise<void> {
  if ((await readStartTime(pid)) === undefined) killGroup(pid);
}

/** Resolves when a process has ended that this server did not start. Kills the rest of its group. */
export async function untilGone(identity: ProcessIdentity): Promise<void> {
  // After a failed check, the next one decides.
  const maybeAlive = () => isAlive(identity).catch(() => true);
  while (await maybeAlive()) await sleep(ADOPTED_POLL_MS, undefined, { ref: false });
  await killRestOfGroup(identity);
}
