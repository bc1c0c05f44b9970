import { afterEach, expect, test, vi } from "vitest";
import { TOOL_LIMITS } from "../limits.ts";
import type { RunsCommand } from "./job.ts";
import { Jobs } from "./jobs.ts";

const runs: RunsCommand = ({ signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
const ends: RunsCommand = async () => ({ exitCode: 0, timedOut: false });
const ownerOf = (session: string, caller = "key_1") => ({ caller, session: `${caller} ${session}` });

afterEach(() => void vi.useRealTimers());

test("limits the running jobs of a session on a device", () => {
  const jobs = new Jobs();
  const start = (device: string) => jobs.start(ownerOf("s1"), device, runs);
  for (let i = 0; i < TOOL_LIMITS.jobsPerDevice; i += 1) start("d");
  expect(() => start("d")).toThrow("limit of 4 background jobs on a device reached; stop one");
  expect(start("e").id).toBe(TOOL_LIMITS.jobsPerDevice + 1);
});

test("drops the oldest ended job for a new one", async () => {
  const jobs = new Jobs();
  const first = jobs.start(ownerOf("s1"), "d", ends);
  await first.ended;
  for (let i = 0; i < TOOL_LIMITS.jobsPerDevice; i += 1) jobs.start(ownerOf("s1"), "d", runs);
  expect(() => jobs.find(ownerOf("s1"), "d", 1)).toThrow("no job 1 on d; its jobs: 2, 3, 4, 5");
});

test("limits the jobs of a caller in all sessions", () => {
  const jobs = new Jobs();
  for (let i = 0; i < TOOL_LIMITS.jobsPerCaller; i += 1) jobs.start(ownerOf(`s${i}`), "d", runs);
  expect(() => jobs.start(ownerOf("new"), "d", runs)).toThrow("per API key");
  expect(jobs.start(ownerOf("new", "key_2"), "d", runs).id).toBe(1);
});

test("ends the jobs of an ended session only", async () => {
  const jobs = new Jobs();
  const [mine, other] = ["s1", "s2"].map((session) => jobs.start(ownerOf(session), "d", runs));
  jobs.endWhere((session) => session.endsWith(" s1"));
  await mine?.ended;
  expect(mine?.end).toEqual({ failure: "stopped" });
  expect(other?.end).toBeUndefined();
  expect(() => jobs.find(ownerOf("s1"), "d", 1)).toThrow("no job 1");
});

test("ends the jobs of a session that no longer calls", async () => {
  vi.useFakeTimers();
  const jobs = new Jobs();
  const job = jobs.start(ownerOf("s1"), "d", runs);
  vi.advanceTimersByTime(TOOL_LIMITS.jobIdleMs - 1);
  jobs.touch(ownerOf("s1").session);
  vi.advanceTimersByTime(TOOL_LIMITS.jobIdleMs - 1);
  expect(job.end).toBeUndefined();
  vi.advanceTimersByTime(1);
  await job.ended;
  expect(job.end).toEqual({ failure: "stopped" });
});
