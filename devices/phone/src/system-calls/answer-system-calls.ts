import type { OpenScreenEncoder } from "@terrarium/adb-device/video/encoder/screen-encoder";
import type { HelperHost } from "@terrarium/phone-helpers/host/helper-host";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { answerActivityCalls } from "./answer-activity-calls.ts";
import { answerDeviceCalls, type DeviceCallOptions } from "./answer-device-calls.ts";
import { answerHelperCalls } from "./answer-helper-calls.ts";
import { answerLogCalls } from "./answer-log-calls.ts";
import { answerRecordingCalls } from "./answer-recording-calls.ts";
import { answerScreenCalls } from "./answer-screen-calls.ts";
import { answerSettingCalls } from "./answer-setting-calls.ts";

/** Returns handlers for the shell's calls on the device's main thread. */
export function answerSystemCalls(
  options: DeviceCallOptions & { openEncoder: OpenScreenEncoder; helpers: HelperHost },
): SystemCalls {
  const { system, openEncoder, helpers } = options;
  return {
    ...answerActivityCalls(system, helpers),
    ...answerDeviceCalls(options),
    ...answerHelperCalls(helpers),
    ...answerLogCalls(system),
    ...answerRecordingCalls(system, openEncoder),
    ...answerScreenCalls(system, (text) => helpers.typed(text)),
    ...answerSettingCalls(system),
  };
}
