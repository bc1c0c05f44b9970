import { z } from "zod";
import type { BothEnds } from "../both-ends.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { defineTool, DeviceId } from "./tool.ts";

/** Leaves room for the labels of the outputs and the result of the command. */
const OUTPUT_BYTES = TOOL_LIMITS.answerBytes - 200;

export const shellTool = defineTool({
  name: "shell",
  title: "Run a command",
  description:
    "Runs a line in the device's shell (phones: am, pm, settings, content, …; others: bash) and returns its output, and the exit code if not 0. Long output is cut to its start and end.",
  isReadOnly: false,
  time: { ms: TOOL_LIMITS.commandMs + TOOL_LIMITS.graceMs, advice: "run it in the background with &" },
  input: z.strictObject({
    device: DeviceId,
    command: z.string().min(1).max(TOOL_LIMITS.commandChars),
    seconds: z
      .number()
      .min(TOOL_LIMITS.leastTime)
      .max(TOOL_LIMITS.commandMs / 1_000)
      .default(20)
      .describe("Timeout; default 20"),
  }),
  async run({ device, command, seconds }, { devices, signal }) {
    const timeoutMs = Math.round(seconds * 1_000);
    const { stdout, stderr, exitCode, timedOut } = await devices.shell(device, command, timeoutMs, signal);
    const end = timedOut
      ? `ended after ${seconds} s: set more seconds, or run it in the background with &`
      : `exit code ${exitCode}`;
    const errors = beside(stdout, stderr);
    const parts = [beside(stderr, stdout), errors && `stderr: ${errors}`, exitCode === 0 ? "" : end];
    const text = parts.flatMap((part) => (part.trim() === "" ? [] : [part.trimEnd()])).join("\n");
    return { text: text || "done, nothing printed", isError: exitCode !== 0 };
  },
});

/** Returns as much of an output as the other output leaves room for in an answer, and at least half of it. */
const beside = (other: BothEnds, output: BothEnds): string =>
  output.text(Math.max(OUTPUT_BYTES / 2, OUTPUT_BYTES - other.sizeBytes));
