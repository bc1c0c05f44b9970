import { z } from "zod";
import type { Devices } from "../devices.ts";
import type { Screen } from "../screen/elements.ts";
import type { SeenScreens } from "../seen-screens.ts";

/** What a call of a tool has. */
export interface ToolContext {
  devices: Devices;
  seen: Pick<SeenScreens, "has">;
  /** Who calls, as far as what they have seen goes. */
  viewer: string;
  /** Aborts when nobody waits for the answer any more, or the call took too long. */
  signal: AbortSignal;
  /** Says how far the call is, which its answer begins with if its time is over first. */
  report: (soFar: string) => void;
}

export interface ToolAnswer {
  text: string;
  png?: Uint8Array;
  /** The screen that the text tells of: it counts as seen once the answer is sent. */
  shown?: { device: string; screen: Screen };
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
