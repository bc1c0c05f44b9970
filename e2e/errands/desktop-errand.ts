import { TOOL_LIMITS } from "../../packages/mcp/src/limits.ts";
import type { ToolCaller } from "./mcp-agent.ts";

/** An agent before a Linux machine, a browser or a desktop, that has nothing but text to go by. */
export interface DesktopAgent {
  /** Takes steps of `act` and answers what it then reads. Rejects with what it reads if one fails. */
  do(...steps: Record<string, unknown>[]): Promise<string>;
  /** The page in front, as Markdown. */
  page(): Promise<string>;
  shell(command: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
}

export interface DesktopErrand {
  name: string;
  on: "linux" | "browser" | "desktop";
  run: (agent: DesktopAgent) => Promise<void>;
  /** The command line that shows the effect, and what it prints if the errand is done. */
  effect: string;
  expected: RegExp;
}

/** A busy machine takes its time: the most that a command, and what is waited for, is given. */
const MOST_SECONDS = { command: TOOL_LIMITS.commandMs / 1_000, wait: TOOL_LIMITS.waitMs / 1_000 };

export function createDesktopAgent(tools: ToolCaller, device: string): DesktopAgent {
  const call = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const { answer, isError } = await tools.call(name, { device, ...input });
    if (isError) throw new Error(answer);
    return answer;
  };
  return {
    do: (...steps) =>
      call("act", { steps: steps.map((step) => ("wait" in step ? { ...step, seconds: MOST_SECONDS.wait } : step)) }),
    page: () => call("observe", { page: true }),
    shell: (command) => call("shell", { command, seconds: MOST_SECONDS.command }),
    write: async (path, text) => void (await call("files", { action: "write", path, text })),
  };
}
