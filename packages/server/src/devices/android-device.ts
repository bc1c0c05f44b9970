import { cutText } from "@terrarium/adb/cut-text";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { Adb } from "@yume-chan/adb";
import { runCommand } from "./commands.ts";
import { typeCommand } from "./text-input.ts";
import { type Watched, withScreen } from "./with-screen.ts";

/** What `ro.hardware` says on a virtual phone. */
const VIRTUAL_HARDWARE = "terrarium";

/** Whether the device is a virtual phone of ours, which takes any text and sends its screen by itself. */
export async function isVirtualPhone(adb: Adb): Promise<boolean> {
  const { stdout } = await runCommand(adb, "getprop ro.hardware");
  return Buffer.from(stdout).toString().trim() === VIRTUAL_HARDWARE;
}

/** Types a text by `input text`. Rejects with an Error that says what the device said. */
export async function typeByInput(adb: Adb, text: string): Promise<void> {
  const { exitCode, stderr } = await runCommand(adb, typeCommand(text));
  if (exitCode === 0) return;
  throw new Error(cutText(Buffer.from(stderr).toString().trim(), 500) || `exit code ${exitCode}`);
}

/**
 * Pastes a text that `input text` cannot type, by scrcpy's clipboard (its control message SET_CLIPBOARD with paste), for
 * which the screen is watched for a moment. Rejects where a device sends pictures alone, since those take no clipboard.
 */
export async function typeByClipboard(device: Watched, text: string): Promise<void> {
  await withScreen(device, async (screen, { video }) => {
    if (video?.codec === "png")
      throw new Error("it sends no video, so that it takes no clipboard: text beyond ASCII cannot be typed on it");
    await screen.control(serializeControlMessage({ type: "setClipboard", sequence: 0n, paste: true, text }));
  });
}
