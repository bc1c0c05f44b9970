import { readdir, readFile } from "node:fs/promises";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Time limit for processes to end by themselves, in milliseconds. */
const GRACE_MS = 2_000;
/** New processes may appear while others are killed. */
const MAX_ROUNDS = 50;
const ROUND_MS = 20;

/** Returns the exit code that a shell reports for a process ended by a signal. */
export const signalCode = (signal: NodeJS.Signals | null): number => 128 + (signal ? constants.signals[signal] : 0);

/** Sends SIGHUP to a process group, and kills the rest of it later. */
export async function endGroup(leader: number | undefined): Promise<void> {
  if (leader === undefined) return;
  if (kill(-leader, "SIGHUP")) await sleep(GRACE_MS, undefined, { ref: false });
  killGroup(leader);
}

/** Kills a process group, by its leader. */
export function killGroup(leader: number | undefined): void {
  if (leader !== undefined) kill(-leader, "SIGKILL");
}

/** Resolves with true when a process group without a leader has no live process, or with false after that time. */
export async function groupGoneWithin(leader: number | undefined, timeMs: number): Promise<boolean> {
  if (leader === undefined) return true;
  // Zombies can receive signals until their parents reap them; the first process reaps only now and then.
  const isGone = async () => !kill(-leader, 0) || !(await listProcesses()).some(({ group }) => group === leader);
  for (const untilMs = performance.now() + timeMs; performance.now() < untilMs; await sleep(ROUND_MS))
    if (await isGone()) return true;
  return false;
}

interface FoundProcess {
  pid: number;
  parent: number;
  group: number;
}

/**
 * Kills processes until there are none: all visible ones if `all`, otherwise those with `mark` in their environment and
 * their descendants. Spares this process and its ancestors.
 */
export async function endProcesses({ all, mark }: { all: boolean; mark: string }): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const processes = await listProcesses();
    const ours = above(process.pid, processes);
    const others = processes.map(({ pid }) => pid).filter((pid) => pid !== 1 && !ours.has(pid));
    const marks = await Promise.all(others.map(async (pid) => all || (await hasMark(pid, mark))));
    const marked = new Set(others.filter((_pid, index) => marks[index]));
    const belongs = (pid: number) => !marked.isDisjointFrom(above(pid, processes));
    const ended = others.filter(belongs).map((pid) => kill(pid, "SIGKILL"));
    if (!ended.includes(true)) return;
    await sleep(ROUND_MS);
  }
}

/** Returns the process and its ancestors. */
function above(pid: number, processes: readonly FoundProcess[]): Set<number> {
  const parents = new Map(processes.map((each) => [each.pid, each.parent]));
  const found = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && at > 0 && !found.has(at); at = parents.get(at))
    found.add(at);
  return found;
}

/** Lists processes from proc(5), without zombies. */
async function listProcesses(): Promise<FoundProcess[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(names.map((name) => readFile(`/proc/${name}/stat`, "utf8").catch(() => "")));
  return stats.flatMap((stat) => {
    const [, pid, state, parent, group] = /^(\d+) \([^]*\) (\S) (\d+) (\d+) /.exec(stat) ?? [];
    return pid === undefined || state === "Z"
      ? []
      : [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
  });
}

async function hasMark(pid: number, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
  return environment.split("\0").includes(mark);
}

/** Sends a signal. Returns false if there is no such process, or no permission. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
