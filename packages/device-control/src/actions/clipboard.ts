import { AppError } from "@terrarium/platform/base/app-error";
import { COPY_KEYS } from "@terrarium/scrcpy/control";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { DeviceSession, ScreenSubscription } from "../device/device-session.ts";
import { shellQuote } from "../device/shell-quote.ts";
import { runOnDevice, type RunsCommands } from "../screen/on-screen.ts";
import { withScreen } from "../screen/with-screen.ts";

type Device = RunsCommands & { session: DeviceSession; hasMouse: boolean };

/**
 * scrcpy does not report an empty clipboard. A desktop reports within 2 s (devices/desktop/src/screen/x-clipboard.ts).
 */
const PATIENCE_MS = 3_000;

/**
 * Reads the text in a device's clipboard: with the command of a virtual phone, otherwise by scrcpy. Android's own
 * clipboard service has no commands, and unknown commands exit with 0 (AOSP Binder.java, onShellCommand).
 */
export async function readClipboard(device: Device): Promise<string> {
  if (await hasCommand(device)) return (await runOnDevice(device, "cmd clipboard get-primary-clip")).replace(/\n$/, "");
  const text = Promise.withResolvers<string>();
  const ask = async (screen: ScreenSubscription) => {
    await screen.control(serializeControlMessage({ type: "getClipboard", copyKey: COPY_KEYS.none }));
    const timer = setTimeout(() => text.resolve(""), PATIENCE_MS);
    return text.promise.finally(() => clearTimeout(timer));
  };
  return withMessages(device, ask, text.resolve);
}

/** Writes a text without NUL to a device's clipboard, by the same means as `readClipboard`. */
export async function writeClipboard(device: Device, text: string): Promise<void> {
  if (await hasCommand(device)) {
    await runOnDevice(device, `cmd clipboard set-primary-clip ${shellQuote(text)}`);
    return;
  }
  await withMessages(device, (screen) =>
    screen.control(serializeControlMessage({ type: "setClipboard", sequence: 0n, paste: false, text })),
  );
}

/** Our browsers and desktops are not phones, and have no `cmd`. */
const hasCommand = async ({ session, hasMouse }: Device): Promise<boolean> => !hasMouse && (await session.isVirtual());

/** Runs a function with control messages. Only a screen that sends video accepts these. */
const withMessages = <Result>(
  device: Device,
  work: (screen: ScreenSubscription) => Promise<Result>,
  onClipboard?: (text: string) => void,
): Promise<Result> =>
  withScreen(
    device,
    async (screen, { video }) => {
      if (video?.codec === "png")
        throw new AppError("not_possible", {
          what: "The clipboard",
          detail: "the device sends no video and reports none",
        });
      return work(screen);
    },
    onClipboard,
  );
