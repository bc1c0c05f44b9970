import type { DeviceFiles } from "@terrarium/device-files/device-files";
import type { Clock } from "@terrarium/phone-system/clock";
import type { Intent, NotificationContent } from "@terrarium/phone-system/system-ui";
import type { Stage } from "../render/stage.ts";
import type { SystemStrings } from "./system-strings.ts";

const FOLDER = "/sdcard/Pictures/Screenshots";

interface ScreenshotOptions {
  stage: Stage;
  files: DeviceFiles;
  clock: Clock;
  log: (message: string) => void;
  strings: () => SystemStrings;
  notify: (notification: NotificationContent) => void;
  /** Returns the package of the app that shows this subject. */
  packageFor: (intent: Intent) => string;
  /** Opens the subject of a notification. */
  show: (intent: Intent) => void;
  showToast: (text: string) => void;
}

/** Screenshots in the device's files. */
export class Screenshots {
  readonly #options: ScreenshotOptions;
  #saving = 0;

  constructor(options: ScreenshotOptions) {
    this.#options = options;
  }

  /** Whether a screenshot is being saved. */
  get busy(): boolean {
    return this.#saving > 0;
  }

  /** Saves a screenshot and posts a notification; a tap on it opens the screenshot. Returns its path. */
  async take(): Promise<string> {
    this.#saving++;
    try {
      return await this.#take();
    } finally {
      this.#saving--;
    }
  }

  async #take(): Promise<string> {
    const { stage, files, clock, strings, notify, packageFor, show } = this.#options;
    const path = await saveScreenshot(files, await stage.capturePng(), new Date(clock.nowMs()));
    const view = { action: "android.intent.action.VIEW", dataUri: `file://${path}`, mimeType: "image/png" };
    stage.run(() =>
      notify({
        packageName: packageFor(view),
        id: "screenshot",
        title: strings().screenshotSaved,
        text: strings().tapToView,
        urgent: true,
        onOpen: () => show(view),
      }),
    );
    return path;
  }

  /** Takes a screenshot for a key; reports a failure in the log and with a toast. */
  async takeAndTell(): Promise<void> {
    const { stage, log, strings, showToast } = this.#options;
    try {
      await this.take();
    } catch (error) {
      log(`the screenshot could not be saved: ${error instanceof Error ? error.message : String(error)}`);
      stage.run(() => showToast(strings().screenshotFailed));
    }
  }
}

/** Saves a screenshot with a name like Android's, and returns its path. */
async function saveScreenshot(files: DeviceFiles, png: Uint8Array, now: Date): Promise<string> {
  await files.makeFolder(FOLDER, true);
  const two = (value: number): string => `${value}`.padStart(2, "0");
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  const base = `${FOLDER}/Screenshot_${date}-${time}`;
  const path = (await exists(files, `${base}.png`))
    ? `${base}-${`${now.getMilliseconds()}`.padStart(3, "0")}.png`
    : `${base}.png`;
  await files.write(path, png, "replace");
  return path;
}

function exists(files: DeviceFiles, path: string): Promise<boolean> {
  return files.status(path, true).then(
    () => true,
    () => false,
  );
}
