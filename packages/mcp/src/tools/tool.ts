import { z } from "zod";
import type { Devices } from "../devices.ts";
import type { SeenScreens } from "../seen-screens.ts";

/** What a call of a tool has. */
export interface ToolContext {
  devices: Devices;
  seen: SeenScreens;
  /** Who calls, as far as what they have seen goes. */
  viewer: string;
  /** Aborts when nobody waits for the answer any more, or the call took too long. */
  signal: AbortSignal;
}

export interface ToolAnswer {
  text: string;
  png?: Uint8Array;
  isError?: boolean;
}

/** How long a call may take, and what the agent is to do about one that took longer. */
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
  /** Throws an Error whose message the agent is told. */
  run(input: z.output<Input>, context: ToolContext): Promise<ToolAnswer>;
}

/** Declares a tool, keeping the type of its input. */
export const defineTool = <Input extends z.ZodType>(tool: Tool<Input>): Tool<Input> => tool;

export const DeviceId = z.string().min(1).max(64).describe("Id of the device, as devices answers it");
