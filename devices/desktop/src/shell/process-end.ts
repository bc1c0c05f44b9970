import { readdir, readFile } from "node:fs/promises";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** How long processes have to end by themselves. */
const graceMs = 2_000;
/** New ones may come while others are ended. */
const maxRounds = 50;
const roundMs = 20;

/** Which code a shell tells of a process that a signal ended. */
export const signalCode = (signal: NodeJS.Signals | null): number => 128 + (signal ? constants.signals[signal] : 0);

/** Hangs up on a group of processes, and kills what is left of it later. */
export async function endGroup(leader: number | undefined): Promise<void> {
  if (leader === undefined) return;
  if (kill(-leader, "SIGHUP")) await sleep(graceMs, undefined, { ref: false });
  killGroup(leader);
}

/** Kills a group of processes, by the one that leads it. */
export function killGroup(leader: number | undefined): void {
  if (leader !== undefined) kill(-leader, "SIGKILL");
}

/** Resolves when nobody is alive of a group of processes that has lost its leader, with false after that time otherwise. */
export async function groupGoneWithin(leader: number | undefined, timeMs: number): Promise<boolean> {
  if (leader === undefined) return true;
  // Those that are dead can be signalled until their parents look at them, as the first process does now and then.
  const isGone = async () => !kill(-leader, 0) || !(await listProcesses()).some(({ group }) => group === leader);
  for (const untilMs = performance.now() + timeMs; performance.now() < untilMs; await sleep(roundMs))
    if (await isGone()) return true;
  return false;
}

interface FoundProcess {
  pid: number;
  parent: number;
  group: number;
}

/**
 * Kills processes until there are none: all that are seen, if `all`, else those whose environment has `mark`, and what
 * descends from them. This process and those above it stay.
 */
export async function endProcesses({ all, mark }: { all: boolean; mark: string }): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const processes = await listProcesses();
    const ours = above(process.pid, processes);
    const others = processes.map(({ pid }) => pid).filter((pid) => pid !== 1 && !ours.has(pid));
    const marks = await Promise.all(others.map(async (pid) => all || (await hasMark(pid, mark))));
    const marked = new Set(others.filter((_pid, index) => marks[index]));
    const belongs = (pid: number) => !marked.isDisjointFrom(above(pid, processes));
    const ended = others.filter(belongs).map((pid) => kill(pid, "SIGKILL"));
    if (!ended.includes(true)) return;
    await sleep(roundMs);
  }
}

/** The process and those that it descends from. */
function above(pid: number, processes: readonly FoundProcess[]): Set<number> {
  const parents = new Map(processes.map((each) => [each.pid, each.parent]));
  const found = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && at > 0 && !found.has(at); at = parents.get(at))
    found.add(at);
  return found;
}

/** Of proc(5); those that are dead already, and wait for their parents, are left out. */
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

/** False if there is no such process of ours. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
