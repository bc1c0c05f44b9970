import { z } from "zod";
import type { Devices } from "../devices.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Screen } from "../screen/screen.ts";
import type { SeenScreens } from "../seen-screens.ts";

/** Context of a tool call. */
export interface ToolContext {
  devices: Devices;
  seen: Pick<SeenScreens, "has">;
  jobs: Pick<Jobs, "start" | "find">;
  /** Identity of the caller. */
  caller: string;
  /** The caller's MCP session. Undefined for clients without one. */
  session: string | undefined;
  /** Aborts when the client cancels the call or the call takes too long. */
  signal: AbortSignal;
  /** Reports what is done. The answer starts with it if the call times out. */
  report: (soFar: string) => void;
  /** Notifies the client of progress, if it asked for it. */
  progress: (message: string, of?: { done: number; total: number }) => void;
}

export interface ToolAnswer {
  text: string;
  png?: Uint8Array;
  /** The answer as data, in the form of the tool's `output`. */
  data?: Record<string, unknown>;
  /** A file that the client can read as a resource. */
  file?: { device: string; path: string; sizeBytes: number };
  /** Screen that the text describes. It counts as seen once the answer is sent. */
  shown?: { device: string; screen: Screen };
  isError?: boolean;
}

/** Timeout of a call, and advice to the agent after a timeout. */
export interface CallTime {
  ms: number;
  advice: string;
}

export interface Tool<Input extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** Form of the answer's data, for tools that return any. */
  output?: z.ZodType;
  /** What a call can do, in the words of MCP. Destructive: it can delete or overwrite. */
  effect: "reads" | "changes" | "destroys";
  /** Default: TOOL_LIMITS.callMs. */
  time?: CallTime;
  /** Throws an Error whose message is returned to the agent. */
  run(input: z.output<Input>, context: ToolContext): Promise<ToolAnswer>;
}

/** Declares a tool and keeps the type of its input. */
export const defineTool = <Input extends z.ZodType>(tool: Tool<Input>): Tool<Input> => tool;

export const DeviceId = z.string().min(1).max(100).describe("Id or name of the device");

export const Seen = z
  .string()
  .max(20)
  .optional()
  .describe("Mark at the end of the last screen you saw, if it has one: then only changes are returned");
