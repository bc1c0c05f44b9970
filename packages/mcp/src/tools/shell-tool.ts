import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { defineTool, DeviceId } from "./tool.ts";

export const shellTool = defineTool({
  name: "shell",
  title: "Run a command",
  description:
    "Runs a line in the device's shell (a phone's: am, pm, settings, content, …; of the others bash) and answers what it printed; the exit code where it is not 0. Of long output the beginning and the end.",
  isReadOnly: false,
  time: { ms: TOOL_LIMITS.commandMs + TOOL_LIMITS.graceMs, advice: "let it run on with &" },
  input: z.strictObject({
    device: DeviceId,
    command: z.string().min(1).max(TOOL_LIMITS.commandChars),
    seconds: z
      .number()
      .positive()
      .max(TOOL_LIMITS.commandMs / 1_000)
      .default(20)
      .describe("Ends it after this"),
  }),
  async run({ device, command, seconds }, { devices, signal }) {
    const timeoutMs = Math.round(seconds * 1_000);
    const { stdout, stderr, exitCode, timedOut } = await devices.shell(device, command, timeoutMs, signal);
    const end = timedOut
      ? `ended after ${seconds} s: give it more seconds, or let it run on with &`
      : `exit code ${exitCode}`;
    const parts = [stdout, stderr && `stderr: ${stderr}`, exitCode === 0 ? "" : end];
    const text = parts.flatMap((part) => (part.trim() === "" ? [] : [part.trimEnd()])).join("\n");
    return { text: bothEnds(text || "done, nothing printed"), isError: exitCode !== 0 };
  },
});

/** Of a text that is too long, as much of its two ends as fits an answer. */
export function bothEnds(text: string, maxBytes: number = TOOL_LIMITS.answerBytes): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const half = Math.floor(maxBytes / 2) - 100;
  const left = bytes.length - 2 * half;
  return `${clean(bytes.subarray(0, half))}\n… ${left} bytes left out; narrow it with grep, head or tail …\n${clean(bytes.subarray(-half))}`;
}

/** Without the characters that a cut has torn. */
const clean = (bytes: Uint8Array): string => Buffer.from(bytes).toString().replaceAll("\ufffd", "");
