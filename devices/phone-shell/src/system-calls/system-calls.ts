import type { ActivityCalls } from "./activity-calls.ts";
import type { DeviceCalls } from "./device-calls.ts";
import type { HelperCalls } from "./helper-calls.ts";
import type { LogCalls } from "./log-calls.ts";
import type { RecordingCalls } from "./recording-calls.ts";
import type { ScreenCalls } from "./screen-calls.ts";
import type { SettingCalls } from "./setting-calls.ts";

/** Calls from a shell worker to the device. Arguments and results are cloned between threads. */
export interface SystemCalls
  extends ActivityCalls, DeviceCalls, HelperCalls, LogCalls, RecordingCalls, ScreenCalls, SettingCalls {}

export type SystemCall = keyof SystemCalls;
