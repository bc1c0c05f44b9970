import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { answerActivityCalls } from "./answer-activity-calls.ts";
import { answerDeviceCalls, type DeviceCallOptions } from "./answer-device-calls.ts";
import { answerLogCalls } from "./answer-log-calls.ts";
import { answerRecordingCalls } from "./answer-recording-calls.ts";
import { answerScreenCalls } from "./answer-screen-calls.ts";
import { answerSettingCalls } from "./answer-setting-calls.ts";

/** Returns handlers for the shell's calls on the device's main thread. */
export function answerSystemCalls(options: DeviceCallOptions): SystemCalls {
  const { system } = options;
  return {
    ...answerActivityCalls(system),
    ...answerDeviceCalls(options),
    ...answerLogCalls(system),
    ...answerRecordingCalls(system),
    ...answerScreenCalls(system),
    ...answerSettingCalls(system),
  };
}
