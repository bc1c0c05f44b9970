import { z } from "zod";
import type { Devices } from "../devices.ts";
import type { Screen } from "../screen/screen.ts";
import type { SeenScreens } from "../seen-screens.ts";

/** Context of a tool call. */
export interface ToolContext {
  devices: Devices;
  seen: Pick<SeenScreens, "has">;
  /** Identity of the caller for the record of seen screens. */
  viewer: string;
  /** Aborts when the client cancels the call or the call takes too long. */
  signal: AbortSignal;
  /** Reports progress. The answer starts with it if the call times out. */
  report: (soFar: string) => void;
}

export interface ToolAnswer {
  text: string;
  png?: Uint8Array;
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
  isReadOnly: boolean;
  /** Default: TOOL_LIMITS.callMs. */
  time?: CallTime;
  /** Throws an Error whose message is returned to the agent. */
  run(input: z.output<Input>, context: ToolContext): Promise<ToolAnswer>;
}

/** Declares a tool and keeps the type of its input. */
export const defineTool = <Input extends z.ZodType>(tool: Tool<Input>): Tool<Input> => tool;

export const DeviceId = z.string().min(1).max(64).describe("Id of the device, as devices answers it");
