import { TOOL_LIMITS } from "../limits.ts";
import { ToolError } from "../tool-error.ts";
import { Job, type RunsCommand } from "./job.ts";

/** Owner of jobs: a session of a caller, or the caller itself without sessions. */
interface JobOwner {
  caller: string;
  session: string;
}

interface OwnedJobs extends JobOwner {
  jobs: Job[];
  /** Number of the next job. */
  next: number;
  idle: NodeJS.Timeout;
}

/**
 * Background commands of the shell tool on this server. A job ends with its session, with its device, and if its
 * session does not call the server for a while.
 */
export class Jobs {
  readonly #owned = new Map<string, OwnedJobs>();

  /** Starts a command in the background. Throws a ToolError at the limits of the session, the caller or the server. */
  start(owner: JobOwner, device: string, run: RunsCommand): Job {
    const owned = this.#require(owner);
    const here = owned.jobs.filter((job) => job.device === device);
    const ended = here.filter(({ end }) => end !== undefined);
    if (here.length >= TOOL_LIMITS.jobsPerDevice && ended[0]) owned.jobs.splice(owned.jobs.indexOf(ended[0]), 1);
    const refuse = (limit: number, whose: string) => {
      throw new ToolError(`limit of ${limit} background jobs ${whose} reached; stop one with job and stop`);
    };
    if (here.length - ended.length >= TOOL_LIMITS.jobsPerDevice) refuse(TOOL_LIMITS.jobsPerDevice, "on a device");
    const all = [...this.#owned.values()];
    const count = (each: readonly OwnedJobs[]) => each.reduce((sum, { jobs }) => sum + jobs.length, 0);
    if (count(all.filter(({ caller }) => caller === owner.caller)) >= TOOL_LIMITS.jobsPerCaller)
      refuse(TOOL_LIMITS.jobsPerCaller, "per API key");
    if (count(all) >= TOOL_LIMITS.jobsTotal) refuse(TOOL_LIMITS.jobsTotal, "on this server");
    const job = new Job((owned.next += 1), device, run);
    owned.jobs.push(job);
    return job;
  }

  /** Throws a ToolError that lists the session's jobs on the device. */
  find(owner: JobOwner, device: string, id: number): Job {
    this.touch(owner.session);
    const here = (this.#owned.get(owner.session)?.jobs ?? []).filter((job) => job.device === device);
    const job = here.find((each) => each.id === id);
    if (job) return job;
    const there = here.length === 0 ? "none" : here.map((each) => each.id).join(", ");
    throw new ToolError(`this session has no job ${id} on ${device}; its jobs: ${there}`);
  }

  /** Keeps a session's jobs for another while. */
  touch(session: string): void {
    this.#owned.get(session)?.idle.refresh();
  }

  /** Ends a session's jobs. */
  end(session: string): void {
    const owned = this.#owned.get(session);
    if (!owned) return;
    clearTimeout(owned.idle);
    for (const job of owned.jobs) job.stop();
    this.#owned.delete(session);
  }

  /** Ends the jobs of all sessions with such a key. */
  endWhere(isMeant: (session: string) => boolean): void {
    for (const session of this.#owned.keys()) if (isMeant(session)) this.end(session);
  }

  #require(owner: JobOwner): OwnedJobs {
    const known = this.#owned.get(owner.session);
    known?.idle.refresh();
    if (known) return known;
    const idle = setTimeout(() => this.end(owner.session), TOOL_LIMITS.jobIdleMs).unref();
    const owned = { ...owner, jobs: [], next: 0, idle };
    this.#owned.set(owner.session, owned);
    return owned;
  }
}
