import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import type { Adb } from "@yume-chan/adb";
import { runCommand } from "../adb/commands.ts";

/**
 * Turns a sleeping screen on and dismisses a lock screen without a PIN (AOSP WindowManagerShellCommand,
 * `dismiss-keyguard`). A lock screen with a PIN stays.
 */
export async function wakeScreen(adb: Adb): Promise<void> {
  await runCommand(adb, `input keyevent ${KEY_CODES.wakeUp}; wm dismiss-keyguard`);
}
