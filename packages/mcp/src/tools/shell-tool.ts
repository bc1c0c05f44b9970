import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { BothEnds } from "../both-ends.ts";
import type { CommandEnd } from "../devices.ts";
import type { Job } from "../jobs/job.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { cut } from "../screen/cut.ts";
import { ToolError } from "../tool-error.ts";
import { defineTool, DeviceId, type ToolAnswer, type ToolContext } from "./tool.ts";

/** Leaves room for the labels of the outputs and the result of the command. */
const OUTPUT_BYTES = TOOL_LIMITS.answerBytes - 200;
const DEFAULT_SECONDS = 20;

const Output = z.object({
  exitCode: z.number().int().optional().describe("Missing while the command runs, or if it was stopped"),
  timedOut: z.boolean().optional(),
  stdout: z.string(),
  stderr: z.string().optional(),
  job: z.number().int().optional(),
  running: z.boolean().optional(),
  since: z.number().int().optional().describe("Where the next output of the job starts"),
});

export const shellTool = defineTool({
  name: "shell",
  title: "Run a command",
  description:
    "Runs a line in the device's shell (phones: am, pm, settings, content, …; others: bash) and returns its output, and the exit code if not 0. Long output is cut to its start and end. background: returns a job at once; job with since returns its output from there, with seconds after waiting for its end, with stop after ending it. Jobs end with your session.",
  effect: "destroys",
  time: { ms: TOOL_LIMITS.commandMs + TOOL_LIMITS.graceMs, advice: "run it with background" },
  input: z
    .strictObject({
      device: DeviceId,
      command: z.string().min(1).max(TOOL_LIMITS.commandChars).optional(),
      seconds: z
        .number()
        .min(TOOL_LIMITS.leastTime)
        .max(TOOL_LIMITS.commandMs / 1_000)
        .optional()
        .describe(`Timeout; default ${DEFAULT_SECONDS}`),
      background: z.boolean().optional(),
      job: z.number().int().min(1).max(1_000_000).optional(),
      since: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      stop: z.boolean().optional(),
    })
    .refine(({ command, job }) => (command === undefined) !== (job === undefined), {
      message: "give either command or job",
    }),
  output: Output,
  async run({ device, command, seconds, background = false, job: id, since = 0, stop = false }, context) {
    if (id !== undefined) {
      const job = context.jobs.find(ownerOf(context), device, id);
      if (stop) job.stop();
      if (stop || seconds !== undefined) await endOf(job, seconds ?? TOOL_LIMITS.graceMs / 1_000, context.signal);
      return describeJob(job, since);
    }
    if (command === undefined) throw new ToolError("give command or job");
    return background
      ? startJob(device, command, context)
      : runToEnd(device, command, seconds ?? DEFAULT_SECONDS, context);
  },
});

async function runToEnd(
  device: string,
  command: string,
  seconds: number,
  { devices, signal, progress }: ToolContext,
): Promise<ToolAnswer> {
  const printed = { stdout: new BothEnds(), stderr: new BothEnds() };
  const { exitCode, timedOut } = await devices.shell(device, command, {
    timeoutMs: Math.round(seconds * 1_000),
    signal,
    onOutput: (name, bytes) => {
      printed[name].add(bytes);
      progress(cut(Buffer.from(bytes.subarray(-TOOL_LIMITS.labelChars)).toString().trim(), TOOL_LIMITS.labelChars));
    },
  });
  const stdout = beside(printed.stderr, printed.stdout);
  const stderr = beside(printed.stdout, printed.stderr);
  // Before the output, which can contain the same words.
  const end = timedOut ? `ended after ${seconds} s: set more seconds, or background` : `exit code ${exitCode}`;
  const parts = [exitCode === 0 ? "" : end, stdout, stderr && `stderr: ${stderr}`];
  const text = parts.flatMap((part) => (part.trim() === "" ? [] : [part.trimEnd()])).join("\n");
  return { text: text || "done, nothing printed", data: { exitCode, timedOut, stdout, stderr } };
}

async function startJob(device: string, command: string, context: ToolContext): Promise<ToolAnswer> {
  const job = context.jobs.start(ownerOf(context), device, (use) =>
    context.devices.shell(device, command, { ...use, timeoutMs: TOOL_LIMITS.jobMs }),
  );
  // A device that is gone, or that the caller may not use, fails at once.
  await endOf(job, START_SECONDS, context.signal);
  return describeJob(job, 0);
}

/** Time until a background command counts as started. */
const START_SECONDS = 0.5;

/** Waits for the end of a job, for a while. */
async function endOf(job: Job, seconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const ms = Math.round(seconds * 1_000);
  await Promise.race([job.ended, sleep(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) })]).finally(
    () => over.abort(),
  );
}

function describeJob({ id, end, output }: Job, since: number): ToolAnswer {
  const { text, from, next } = output.since(since, OUTPUT_BYTES);
  const rest = next < output.sizeBytes ? `, ${output.sizeBytes - next} bytes more` : "";
  const lost = from > since ? ` (${from - since} bytes before were dropped)` : "";
  const said = `job ${id} ${stateOf(end)}; output ${from} to ${next}${lost}${rest}; continue with since ${next}`;
  const isOver = end !== undefined && "exitCode" in end;
  return {
    text: text === "" ? said : `${said}\n${text}`,
    data: {
      job: id,
      running: end === undefined,
      ...(isOver ? { exitCode: end.exitCode, timedOut: end.timedOut } : {}),
      stdout: text,
      since: next,
    },
    isError: end !== undefined && "failure" in end && end.failure !== STOPPED && output.sizeBytes === 0,
  };
}

const STOPPED = "stopped";

function stateOf(end: CommandEnd | { failure: string } | undefined): string {
  if (!end) return "is running";
  if ("failure" in end) return end.failure === STOPPED ? "was stopped" : `failed: ${end.failure}`;
  return end.timedOut ? "reached the limit of its duration" : `ended with exit code ${end.exitCode}`;
}

const ownerOf = ({ caller, session = caller }: ToolContext) => ({ caller, session });

/** Returns as much of an output as the other output leaves room for in an answer, and at least half of it. */
const beside = (other: BothEnds, output: BothEnds): string =>
  output.text(Math.max(OUTPUT_BYTES / 2, OUTPUT_BYTES - other.sizeBytes));
