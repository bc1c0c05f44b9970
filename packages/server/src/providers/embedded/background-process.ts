import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";

/**
 * Below the server, which serves everybody: of its threads (setpriority(2) is by thread, so it is set before there are
 * several), and of its session as a whole, by which many kernels share the processor first (sched(7), autogroup).
 */
const NICENESS = 10;
/** Where memory runs out, the kernel is to take it before the server (proc(5), oom_score_adj). */
const OOM_SCORE = 500;
/** What a device has open at once: some thirty when idle, and what its clients open. */
const OPEN_FILES = 2_048;

/** Sets what holds for the process and all of its threads, where the system has it, and becomes the program. */
const LAUNCHER = `{ echo ${OOM_SCORE} > /proc/self/oom_score_adj; echo ${NICENESS} > /proc/self/autogroup; ulimit -c 0; ulimit -n ${OPEN_FILES}; } 2>/dev/null
exec nice -n ${NICENESS} "$@"`;

/**
 * Starts a program that yields to the server in everything, in a session of its own: what ends the server leaves it
 * running, and it does not keep the server from ending.
 */
export function startInBackground(
  command: readonly [program: string, ...args: string[]],
  options: Pick<SpawnOptions, "stdio" | "cwd" | "env">,
): ChildProcess {
  const child = spawn("/bin/sh", ["-c", LAUNCHER, "background", ...command], { ...options, detached: true });
  child.unref();
  return child;
}
