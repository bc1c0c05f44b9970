import { cutText } from "@terrarium/bounds/cut-text";
import type { DeviceSession } from "../device/device-session.ts";

/** The app in front of a phone. */
interface FrontApp {
  /** Component of the focused activity, in Android's short form: `com.android.settings/.Settings`. */
  component: string;
  /** Whether the notification shade or the lock screen has the focus instead of the app. */
  isCovered: boolean;
  hasKeyboard: boolean;
}

/**
 * Focus and keyboard, in all versions of Android: the names of their lines differ (AOSP DisplayContent.dump,
 * WindowManagerService.dumpWindowsNoHeaderLocked, InputMethodManagerService.dump).
 */
const COMMAND =
  "dumpsys window | grep -E 'mCurrentFocus=|mFocusedApp=|mInputMethodShown='; dumpsys input_method | grep -E 'mInputShown='";
const TIMEOUT_MS = 5_000;
const NAME_CHARS = 200;

/** Returns the app in front, or undefined if Android does not tell it. */
export async function readFront(session: Pick<DeviceSession, "run">): Promise<FrontApp | undefined> {
  const answer = await session.run(COMMAND, { timeoutMs: TIMEOUT_MS }).catch(() => undefined);
  return answer && parseFront(Buffer.from(answer.stdout).toString());
}

/**
 * Parses the lines of `dumpsys window` and `dumpsys input_method`. A toast has no focus, so the app behind it counts.
 * With several displays, the first with an app counts.
 */
export function parseFront(dump: string): FrontApp | undefined {
  const component = /mFocusedApp=[^\n]{0,100}?ActivityRecord\{\w+ u\d+ ([\w.]+\/[\w.$]+)/.exec(dump)?.[1];
  const focus = /mCurrentFocus=Window\{\w+ u\d+ ([^}\n]+)\}/.exec(dump)?.[1] ?? "";
  const name = component ?? /^[\w.]+\/[\w.$]+$/.exec(focus)?.[0];
  if (name === undefined) return undefined;
  return {
    component: cutText(inShort(name), NAME_CHARS),
    isCovered: COVERS.test(focus),
    hasKeyboard: /m(?:InputMethodShown|InputShown)=true/.test(dump),
  };
}

/** Windows of the system that cover an app: the shade contains the lock screen (AOSP NotificationShadeWindowController). */
const COVERS = /^(?:NotificationShade|StatusBar|Keyguard|Bouncer)$/;

/** Writes a component like Android's ComponentName.flattenToShortString. */
function inShort(component: string): string {
  const [packageName = "", activity = ""] = component.split("/");
  return `${packageName}/${activity.startsWith(`${packageName}.`) ? activity.slice(packageName.length) : activity}`;
}
