import { cutText } from "@terrarium/bounds/cut-text";
import { runCommand } from "@terrarium/device-control/adb/commands";
import { storableText } from "@terrarium/platform/base/storable";
import type { Adb } from "@yume-chan/adb";
import type { PhoneFacts } from "./phone-store.ts";

const ANSWER_TIMEOUT_MS = 10_000;
const COMMANDS = [
  "getprop sys.boot_completed",
  "getprop ro.product.model",
  "getprop ro.build.version.release",
  "wm size",
  "dumpsys battery",
];
const SEPARATOR = "----";
/** The user of a phone may have replaced its commands, so their output is accepted only within these limits. */
const TEXT_CHARS_MAX = 100;
const SIDE_PX_MAX = 32_767;
const TENTHS_MAX = 2_000;

/**
 * Reads model, release, size, battery and temperature of a phone. Rejects with an Error if the phone does not answer or
 * has not booted (AOSP ActivityManagerService sets sys.boot_completed to 1).
 */
export async function readFacts(adb: Adb): Promise<PhoneFacts> {
  const { stdout } = await runCommand(adb, COMMANDS.join(`; echo ${SEPARATOR}; `), ANSWER_TIMEOUT_MS);
  return factsIn(Buffer.from(stdout).toString());
}

/** Parses the output of the commands. Throws an Error if the phone has not booted or an answer is missing. */
export function factsIn(printed: string): PhoneFacts {
  const answers = printed.split(`${SEPARATOR}\n`);
  const [booted = "", model = "", release = "", size = "", battery = ""] = answers.map((answer) => answer.trim());
  if (booted !== "1") throw new Error("it has not booted yet");
  // An overridden size takes precedence over the physical size (AOSP WindowManagerShellCommand,
  // printInitialDisplaySize).
  const sides = /Override size: (\d+)x(\d+)/.exec(size) ?? /Physical size: (\d+)x(\d+)/.exec(size) ?? [];
  const [widthPx, heightPx] = [within(1, sides[1], SIDE_PX_MAX), within(1, sides[2], SIDE_PX_MAX)];
  if (widthPx === undefined || heightPx === undefined)
    throw new Error(`"wm size" did not tell its size: ${cutText(size, TEXT_CHARS_MAX)}`);
  const batteryPercent = within(0, /^[ \t]*level: (\d+)/m.exec(battery)?.[1], 100);
  // Tenths of a degree (AOSP BatteryManager.EXTRA_TEMPERATURE).
  const tenths = within(-TENTHS_MAX, /^[ \t]*temperature: (-?\d+)/m.exec(battery)?.[1], TENTHS_MAX);
  return {
    model: model === "" ? "Phone" : toText(model),
    release: toText(release),
    widthPx,
    heightPx,
    ...(batteryPercent !== undefined && { batteryPercent }),
    ...(tenths !== undefined && { temperatureC: tenths / 10 }),
  };
}

const toText = (printed: string): string => cutText(storableText(printed), TEXT_CHARS_MAX);

function within(min: number, digits: string | undefined, max: number): number | undefined {
  const value = Number(digits);
  return value >= min && value <= max ? value : undefined;
}
