import { AppError } from "@terrarium/platform/base/app-error";
import { shellQuote } from "../device/shell-quote.ts";
import { openLinkCommand } from "../input/device-input.ts";
import { runOnDevice } from "../screen/on-screen.ts";
import type { ActionDevice } from "./action-device.ts";
import type { PreparedAction } from "./prepared-action.ts";

/** Wishes for a link, and a listener for the state that a Linux sandbox prints (devices/desktop, `launch`). */
interface OpenOptions {
  newTab?: boolean;
  onState?: (state: string) => void;
}

/**
 * Opens a link in the app for it, or in the browser of a Linux sandbox: in its front tab, unless `newTab`. Its work
 * throws device_failed.
 */
export const openLink = (device: ActionDevice, url: string, options: OpenOptions = {}): PreparedAction<undefined> =>
  device.hasMouse ? launchProgram(device, url, options) : open(url, () => startActivity(device, url));

/** Starts a program of a Linux sandbox (devices/desktop, `launch`). Its work throws device_failed. */
export const launchProgram = (
  device: ActionDevice,
  name: string,
  { newTab = false, onState }: OpenOptions = {},
): PreparedAction<undefined> =>
  open(name, async () => {
    const printed = await runOnDevice(device, `launch ${newTab ? "--new-tab " : ""}${shellQuote(name)}`);
    onState?.(printed.trim());
  });

const open = (what: string, work: () => Promise<void>): PreparedAction<undefined> => ({
  marks: [],
  actual: undefined,
  kind: "open",
  detail: what,
  work,
  message: `Opened ${what}`,
});

async function startActivity(device: ActionDevice, url: string): Promise<void> {
  // `am` may report failures with exit code 0.
  const printed = await runOnDevice(device, `${openLinkCommand(url)} 2>&1; true`);
  const [, detail] = /^Error: (.*)/m.exec(printed) ?? [];
  if (detail !== undefined) throw new AppError("device_failed", { sandboxId: device.sandboxId, detail });
}
