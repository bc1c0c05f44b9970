import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { isFolder, type DeviceFiles } from "@terrarium/device-files/device-files";
import { installedApps } from "@terrarium/phone-apps/installed-apps";
import { LANGUAGES } from "@terrarium/phone-apps/language/languages";
import { SETTING_NAMESPACES } from "@terrarium/phone-system/device-settings";
import type { Random } from "@terrarium/phone-system/random";
import type { SystemUi } from "@terrarium/phone-system/system-ui";
import type { SystemUiOptions } from "@terrarium/phone-system/system-ui-options";
import type { TerminalSession } from "@terrarium/phone-system/terminal-session";
import { createSystemUi } from "@terrarium/phone-ui/system-ui.tsx";
import { parseMainOptions } from "../main-options.ts";
import { startVirtualDevice } from "../virtual-device.ts";

/** Everything that a phone shows and stores. */
interface PhoneState {
  nowMs: number;
  hierarchy: string;
  screenshot: string;
  files: string[];
  content: string[];
  settings: string[];
}

/** The device does not count all work of its apps, such as code that is loaded at its first use. */
const [QUIET_LOOKS, LOOK_MS] = [8, 4];
/** Android's KEYCODE_APP_SWITCH and KEYCODE_SYSRQ, which takes a screenshot. */
const [APP_SWITCH, SYSRQ] = [187, 120];
const CONTENT = ["sms", ...["contacts", "raw_contacts", "data"].map((path) => `com.android.contacts/${path}`)].map(
  (path) => `content://${path}`,
);
const TEXTS = ["Ada", "12", "groceries\n", "ünïcode 漢字", "555 0100"];
const KEYS = [KEY_CODES.back, KEY_CODES.home, KEY_CODES.enter, KEY_CODES.del, APP_SWITCH, SYSRQ];

/** A whole phone for random walks: everything but a debug bridge's client. Its terminal echoes, without a shell. */
export class WalkedPhone implements AsyncDisposable {
  readonly #ui: SystemUi;
  readonly #options: SystemUiOptions;
  readonly #end: () => Promise<void>;

  private constructor(ui: SystemUi, options: SystemUiOptions, end: () => Promise<void>) {
    this.#ui = ui;
    this.#options = options;
    this.#end = end;
  }

  static async start(args: readonly string[]): Promise<WalkedPhone> {
    const dataDir = mkdtempSync(join(tmpdir(), "walked-phone-"));
    const size = ["--width", "360", "--height", "640", "--density", "160"];
    const options = parseMainOptions(["--port", "0", "--data", dataDir, ...size, ...args]);
    let made: { ui: SystemUi; given: SystemUiOptions } | undefined;
    const parts = {
      createSystemUi: async (given: SystemUiOptions) => {
        const echo = { ...given, openShell: echoSession, installed: installedApps, languages: LANGUAGES };
        made = { ui: await createSystemUi(echo), given };
        return made.ui;
      },
      startScrcpyServer: () => ({ exited: Promise.resolve(1), stop: () => undefined }),
      shellWorkerEntry: new URL("../shell-worker.ts", import.meta.url),
    };
    const device = await startVirtualDevice(options, parts, () => undefined);
    if (!made) throw new Error("the device made no screen");
    return new WalkedPhone(made.ui, made.given, async () => {
      await device.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
  }

  /** Does something random: a touch, a key, a text, an intent or a setting. */
  async step(random: Random): Promise<void> {
    const { clock } = this.#options;
    const { input, activities, settings, notifications } = this.#ui;
    const oneOf = <Item>(items: readonly Item[]): Item => items[random.integer(items.length)] as Item; // never empty
    const touch = (action: "down" | "move" | "up", xPx: number, yPx: number): void =>
      input.touch({ action, pointerId: 0, xPx, yPx });
    const [x, y] = [random.integer(360), random.integer(640)];
    const kind = random.integer(20);
    if (kind < 9) {
      const clickable = this.#ui.nodes().filter((node) => node.clickable);
      const { left, top, right, bottom } =
        clickable.length > 0 ? oneOf(clickable).bounds : { left: x, top: y, right: x, bottom: y };
      touch("down", (left + right) / 2, (top + bottom) / 2);
      if (kind === 0) clock.pass(600);
      touch("up", (left + right) / 2, (top + bottom) / 2);
    } else if (kind < 12) {
      const [toX, toY] = [random.integer(360), random.integer(640)];
      touch("down", x, y);
      for (let part = 1; part <= 6; part++) touch("move", x + ((toX - x) * part) / 6, y + ((toY - y) * part) / 6);
      touch("up", toX, toY);
    } else if (kind < 15) {
      const keyCode = oneOf(KEYS);
      for (const action of ["down", "up"] as const) input.key({ action, keyCode, metaState: 0 });
    } else if (kind < 17) input.text(oneOf(TEXTS));
    else if (kind < 19) activities.start(oneOf(activities.list()).packageName);
    else if (random.integer(2) === 0) settings.put("secure", "ui_night_mode", String(1 + random.integer(2)));
    else notifications.post({ packageName: oneOf(activities.list()).packageName, title: "News", text: String(x) });
    await this.#rest();
  }

  /** Opens the serial number in the settings. */
  async showSerial(): Promise<void> {
    this.#ui.power.unlock();
    this.#ui.activities.startIntent({ action: "android.settings.DEVICE_INFO_SETTINGS" });
    await this.#rest();
  }

  async state(): Promise<PhoneState> {
    const { clock, files } = this.#options;
    const { content, display, settings } = this.#ui;
    // The first read lets time pass, in which apps may start to read again.
    this.#ui.hierarchy();
    await this.#rest();
    return {
      hierarchy: JSON.stringify(this.#ui.hierarchy()),
      screenshot: createHash("sha256")
        .update(await display.capturePng())
        .digest("hex"),
      files: await listTree(files, "/"),
      content: CONTENT.map((uri) => JSON.stringify(content.query(uri))),
      settings: SETTING_NAMESPACES.map((namespace) => JSON.stringify(settings.list(namespace))),
      nowMs: clock.nowMs(),
    };
  }

  /** Waits until apps have read their files, and for a while in which they start no other work. */
  async #rest(): Promise<void> {
    const { files } = this.#options;
    for (let quiet = 0; quiet < QUIET_LOOKS; quiet++) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (files.busy || this.#ui.display.changing) quiet = 0;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

async function listTree(files: DeviceFiles, folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, status } of await files.list(folder)) {
    const path = join(folder, name);
    lines.push(`${path} ${JSON.stringify(status)}`);
    if (isFolder(status)) lines.push(...(await listTree(files, path)));
  }
  return lines;
}

function echoSession(): TerminalSession {
  const listeners = new Set<(bytes: Uint8Array) => void>();
  const ended = Promise.withResolvers<number>();
  return {
    write: (typed) => {
      for (const listener of listeners) listener(Buffer.from(typed));
    },
    onOutput: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resize: () => undefined,
    ended: ended.promise,
    close: () => ended.resolve(0),
  };
}
