import { cutText } from "@terrarium/bounds/cut-text";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { Adb } from "@yume-chan/adb";
import { runCommand } from "../adb/commands.ts";
import { typeCommand } from "../input/text-input.ts";
import { type Watched, withScreen } from "../screen/with-screen.ts";

/** Value of `ro.hardware` on a virtual phone. */
const VIRTUAL_HARDWARE = "terrarium";

/** Resolves with whether the device is our virtual phone, which types any text and has a built-in screen server. */
export async function isVirtualPhone(adb: Adb): Promise<boolean> {
  const { stdout } = await runCommand(adb, "getprop ro.hardware");
  return Buffer.from(stdout).toString().trim() === VIRTUAL_HARDWARE;
}

/** Types a text with `input text`. Rejects with an Error with the device's message. */
export async function typeByInput(adb: Adb, text: string): Promise<void> {
  const { exitCode, stderr } = await runCommand(adb, typeCommand(text));
  if (exitCode === 0) return;
  throw new Error(cutText(Buffer.from(stderr).toString().trim(), 500) || `exit code ${exitCode}`);
}

/**
 * Pastes a text that `input text` cannot type, with scrcpy's clipboard (its control message SET_CLIPBOARD with paste).
 * Watches the screen meanwhile. Rejects for devices that only send screenshots, because they have no clipboard.
 */
export async function typeByClipboard(device: Watched, text: string): Promise<void> {
  await withScreen(device, async (screen, { video }) => {
    if (video?.codec === "png") throw new Error("it sends no video and has no clipboard: it accepts only ASCII text");
    await screen.control(serializeControlMessage({ type: "setClipboard", sequence: 0n, paste: true, text }));
  });
}
