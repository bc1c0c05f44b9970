import type { Adb } from "@yume-chan/adb";
import { runCommand } from "../../devices/commands.ts";
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

/**
 * Asks a phone what it is and how it does. Rejects with an Error if it does not answer, or has not booted (AOSP
 * ActivityManagerService sets sys.boot_completed to 1).
 */
export async function readFacts(adb: Adb): Promise<PhoneFacts> {
  const { stdout } = await runCommand(adb, COMMANDS.join(`; echo ${SEPARATOR}; `), ANSWER_TIMEOUT_MS);
  const answers = Buffer.from(stdout).toString().split(`${SEPARATOR}\n`);
  const [booted = "", model = "", release = "", size = "", battery = ""] = answers.map((answer) => answer.trim());
  if (booted !== "1") throw new Error("it has not booted yet");
  // What was set goes before what it has by itself (AOSP WindowManagerShellCommand, printInitialDisplaySize).
  const [, width, height] = /Override size: (\d+)x(\d+)/.exec(size) ?? /Physical size: (\d+)x(\d+)/.exec(size) ?? [];
  if (width === undefined || height === undefined) throw new Error(`"wm size" did not tell its size: ${size}`);
  const levelPercent = readNumber(/^[ \t]*level: (\d+)/m, battery);
  // Tenths of a degree (AOSP BatteryManager.EXTRA_TEMPERATURE).
  const tenths = readNumber(/^[ \t]*temperature: (-?\d+)/m, battery);
  return {
    model: model === "" ? "Phone" : model,
    release,
    widthPx: Number(width),
    heightPx: Number(height),
    ...(levelPercent !== undefined && { batteryPercent: levelPercent }),
    ...(tenths !== undefined && { temperatureC: tenths / 10 }),
  };
}

function readNumber(pattern: RegExp, text: string): number | undefined {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
