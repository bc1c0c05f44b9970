import { createActivityCalls, type ActivityCalls } from "../system/calls/activity-calls.ts";
import { createDeviceCalls, type DeviceCallOptions, type DeviceCalls } from "../system/calls/device-calls.ts";
import { createLogCalls, type LogCalls } from "../system/calls/log-calls.ts";
import { createRecordingCalls, type RecordingCalls } from "../system/calls/recording-calls.ts";
import { createScreenCalls, type ScreenCalls } from "../system/calls/screen-calls.ts";
import { createSettingCalls, type SettingCalls } from "../system/calls/setting-calls.ts";

/** What commands in a shell worker can ask of the device. Arguments and answers are cloned between threads. */
export interface SystemCalls extends ActivityCalls, DeviceCalls, LogCalls, RecordingCalls, ScreenCalls, SettingCalls {}

export type SystemCall = keyof SystemCalls;

/** The calls as the device's main thread answers them. */
export function createSystemCalls(options: DeviceCallOptions): SystemCalls {
  const { system } = options;
  return {
    ...createActivityCalls(system),
    ...createDeviceCalls(options),
    ...createLogCalls(system),
    ...createRecordingCalls(system),
    ...createScreenCalls(system),
    ...createSettingCalls(system),
  };
}
