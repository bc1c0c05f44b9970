import { copyKeys } from "@terrarium/scrcpy/control";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { AppError } from "../base/app-error.ts";
import type { DeviceSession, ScreenSubscription } from "../devices/device-session.ts";
import { runOnDevice, type RunsCommands } from "../devices/on-screen.ts";
import { shellQuote } from "../devices/shell-quote.ts";
import { withScreen } from "../devices/with-screen.ts";

type Device = RunsCommands & { session: DeviceSession; hasMouse: boolean };

/** An empty clipboard is not told of by scrcpy. A desktop tells within 2 s (devices/desktop/src/screen/x-clipboard.ts). */
const PATIENCE_MS = 3_000;

/**
 * The text in a device's clipboard: by the command of a virtual phone, else by scrcpy. Android's own clipboard service has
 * no commands, and the exit code of those it does not have is 0 (AOSP Binder.java, onShellCommand).
 */
export async function readClipboard(device: Device): Promise<string> {
  if (await hasCommand(device)) return (await runOnDevice(device, "cmd clipboard get-primary-clip")).replace(/\n$/, "");
  const text = Promise.withResolvers<string>();
  const ask = async (screen: ScreenSubscription) => {
    await screen.control(serializeControlMessage({ type: "getClipboard", copyKey: copyKeys.none }));
    const timer = setTimeout(() => text.resolve(""), PATIENCE_MS);
    return text.promise.finally(() => clearTimeout(timer));
  };
  return withMessages(device, ask, text.resolve);
}

/** Puts a text without NUL into a device's clipboard, in the same way. */
export async function writeClipboard(device: Device, text: string): Promise<void> {
  if (await hasCommand(device)) {
    await runOnDevice(device, `cmd clipboard set-primary-clip ${shellQuote(text)}`);
    return;
  }
  await withMessages(device, (screen) =>
    screen.control(serializeControlMessage({ type: "setClipboard", sequence: 0n, paste: false, text })),
  );
}

/** Browsers and desktops of ours are no phones, and have no `cmd`. */
const hasCommand = async ({ session, hasMouse }: Device): Promise<boolean> => !hasMouse && (await session.isVirtual());

/** Does something by control messages, which only a screen that sends video takes. */
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
          detail: "the device sends no video, and so tells none",
        });
      return work(screen);
    },
    onClipboard,
  );
