import type { DeviceAction } from "./device-actions.ts";

/** Recording of a screen by the page that shows it. */
export interface ScreenRecording {
  /** Start of the recording in progress, in epoch milliseconds. Undefined: none. */
  sinceMs: number | undefined;
  actions: readonly DeviceAction[];
}
