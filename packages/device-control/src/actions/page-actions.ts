import { shellQuote } from "../device/shell-quote.ts";
import type { Point } from "../input/device-input.ts";
import { runOnDevice } from "../screen/on-screen.ts";
import type { ActionDevice } from "./action-device.ts";
import type { PreparedAction } from "./prepared-action.ts";

/** Calls back with what the device printed. */
type OnPrinted = (printed: string) => void;

/**
 * Sets a control of the browser's page at a point, such as a list or a date (devices/desktop, `page-set`), and passes
 * its value on. Its work throws device_failed.
 */
export const setControl = (
  device: ActionDevice,
  { x, y }: Point,
  text: string,
  onValue: OnPrinted,
): PreparedAction<undefined> =>
  prepared(
    device,
    `page-set ${x} ${y} ${shellQuote(text)}`,
    { kind: "text", detail: String(text.length), message: "Set a control" },
    onValue,
  );

/**
 * Gives a file of the device to the browser's file chooser (devices/desktop, `page-upload`), and passes its path on. Its
 * work throws device_failed.
 */
export const upload = (
  device: ActionDevice,
  path: string,
  at: Point | undefined,
  onPath: OnPrinted,
): PreparedAction<undefined> => {
  const where = at === undefined ? "" : ` ${at.x} ${at.y}`;
  return prepared(
    device,
    `page-upload ${shellQuote(path)}${where}`,
    { kind: "upload", detail: path, message: `Uploaded ${path}` },
    onPath,
  );
};

const prepared = (
  device: ActionDevice,
  command: string,
  told: Pick<PreparedAction<undefined>, "kind" | "detail" | "message">,
  onPrinted: OnPrinted,
): PreparedAction<undefined> => ({
  ...told,
  marks: [],
  actual: undefined,
  work: async () => onPrinted(await runOnDevice(device, command)),
});
