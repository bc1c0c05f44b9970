import { keyCodes } from "@terrarium/scrcpy/key-codes";
import type { Adb } from "@yume-chan/adb";
import { runCommand } from "./commands.ts";

/**
 * Switches a sleeping screen on and takes away a lock screen that asks for nothing (AOSP WindowManagerShellCommand,
 * `dismiss-keyguard`); one that asks for a PIN stays, for whoever knows it.
 */
export async function wakeScreen(adb: Adb): Promise<void> {
  await runCommand(adb, `input keyevent ${keyCodes.wakeUp}; wm dismiss-keyguard`);
}
