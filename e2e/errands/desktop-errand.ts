import { TOOL_LIMITS } from "../../packages/mcp/src/limits.ts";
import type { ToolCaller } from "./mcp-agent.ts";

/** An agent that uses a Linux machine, a browser or a desktop through text only. */
export interface DesktopAgent {
  /** Runs steps of `act` and returns the answer. Rejects with the answer if a step fails. */
  do(...steps: Record<string, unknown>[]): Promise<string>;
  /** Returns the active page as Markdown. */
  page(): Promise<string>;
  shell(command: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
}

export interface DesktopErrand {
  name: string;
  on: "linux" | "browser" | "desktop";
  run: (agent: DesktopAgent) => Promise<void>;
  /** Command line that shows the effect, and its expected output after success. */
  effect: string;
  expected: RegExp;
}

/** Long timeouts for commands and waits, because the machine may be busy. */
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
