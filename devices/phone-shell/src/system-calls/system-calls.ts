import type { ActivityCalls } from "./activity-calls.ts";
import type { DeviceCalls } from "./device-calls.ts";
import type { LogCalls } from "./log-calls.ts";
import type { RecordingCalls } from "./recording-calls.ts";
import type { ScreenCalls } from "./screen-calls.ts";
import type { SettingCalls } from "./setting-calls.ts";

/** What commands in a shell worker can ask of the device. Arguments and answers are cloned between threads. */
export interface SystemCalls extends ActivityCalls, DeviceCalls, LogCalls, RecordingCalls, ScreenCalls, SettingCalls {}

export type SystemCall = keyof SystemCalls;
