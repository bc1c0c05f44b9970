import { signalDescription } from "../processes/signals.ts";
import type { Task } from "../processes/task.ts";

/** A started pipeline, as `jobs` lists it. */
export interface Job {
  readonly number: number;
  readonly groupId: number;
  readonly tasks: readonly Task[];
  readonly text: string;
  /** State that was last reported to the user. */
  toldState: string;
}

/** The jobs of one shell. */
export class Jobs {
  readonly #jobs: Job[] = [];

  add(tasks: readonly Task[], text: string): Job {
    const number = Math.max(0, ...this.#jobs.map((job) => job.number)) + 1;
    const job: Job = { number, groupId: tasks[0]?.groupId ?? 0, tasks, text, toldState: "Running" };
    this.#jobs.push(job);
    return job;
  }

  remove(job: Job): void {
    const index = this.#jobs.indexOf(job);
    if (index >= 0) this.#jobs.splice(index, 1);
  }

  list(): readonly Job[] {
    return this.#jobs;
  }

  /** Returns the default job of `fg`: the job stopped last, else the last job. */
  current(): Job | undefined {
    return this.#jobs.findLast((job) => jobState(job).startsWith("Stopped")) ?? this.#jobs.at(-1);
  }

  previous(): Job | undefined {
    const current = this.current();
    return this.#jobs.findLast((job) => job !== current);
  }

  /** Finds a job by `%1`, `%+`, `%-`, `%name`, `%?text` or a process id. */
  find(name: string): Job | undefined {
    if (!name.startsWith("%")) return this.#jobs.find((job) => job.tasks.some((task) => String(task.pid) === name));
    const what = name.slice(1);
    if (what === "" || what === "+" || what === "%") return this.current();
    if (what === "-") return this.previous();
    if (/^\d+$/.test(what)) return this.#jobs.find((job) => job.number === Number(what));
    if (what.startsWith("?")) return this.#jobs.findLast((job) => job.text.includes(what.slice(1)));
    return this.#jobs.findLast((job) => job.text.startsWith(what));
  }

  /** Formats a job as mksh does. */
  line(job: Job, withPid = false): string {
    const mark = job === this.current() ? "+" : job === this.previous() ? "-" : " ";
    const pid = withPid ? `${job.groupId} ` : "";
    return `[${job.number}] ${mark} ${pid}${jobState(job).padEnd(20)} ${job.text}\n`;
  }
}

export function jobEnded(job: Job): boolean {
  return job.tasks.every((task) => task.ended);
}

export function jobStopped(job: Job): boolean {
  return !jobEnded(job) && job.tasks.every((task) => task.ended || task.stopped);
}

export function jobState(job: Job): string {
  if (jobStopped(job)) return "Stopped";
  if (!jobEnded(job)) return "Running";
  const last = job.tasks.at(-1);
  if (last?.endedBySignal !== undefined) return signalDescription(last.endedBySignal);
  return last?.exitCode ? `Done (${last.exitCode})` : "Done";
}
