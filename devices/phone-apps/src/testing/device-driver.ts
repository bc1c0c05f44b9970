import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { openDeviceStorage } from "@terrarium/device-files/device-storage";
import type { Egress } from "@terrarium/egress/egress";
import { openAppTerminal } from "@terrarium/phone-shell/app-terminal";
import { ShellWorkers } from "@terrarium/phone-shell/shell-workers";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { shareClock } from "@terrarium/phone-system/create-clock";
import { DeviceSettings, SETTING_NAMESPACES } from "@terrarium/phone-system/device-settings";
import { HostClock } from "@terrarium/phone-system/host-clock";
import { SystemProperties } from "@terrarium/phone-system/properties";
import { createRandom, shareRandom } from "@terrarium/phone-system/random";
import { SystemServer } from "@terrarium/phone-system/system-server";
import type { SystemUi } from "@terrarium/phone-system/system-ui";
import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";
import { createSystemUi } from "@terrarium/phone-ui/system-ui.tsx";
import { ScreenDriver } from "@terrarium/phone-ui/testing/screen-driver";
import { installedApps } from "../installed-apps.ts";
import { LANGUAGES } from "../language/languages.ts";

/** A screen with one pixel per dp. It is small, so that a test draws within milliseconds. */
export const smallScreen = { widthPx: 360, heightPx: 640, densityDpi: 160 } as const;

/** Android's KEYCODE_A and META_CTRL_ON. */
const LETTER_A = 29;
const CTRL = 0x1000;

export interface DriverOptions {
  widthPx?: number;
  heightPx?: number;
  densityDpi?: number;
  /** Data folder of an earlier device. Default: a new folder. */
  dataDir?: string;
  egress?: Egress;
  /** The device's own sockets. */
  sockets?: VirtualSockets;
  /** Time of the stopped clock, as epoch ms, until the test sets another. Without it, the clock follows the host's. */
  nowMs?: number;
  storageBytes?: number;
  /** Host files with the keys that may debug the device. */
  authorizedKeyFiles?: readonly string[];
  /** Replaces the real shells. */
  openShell?: (size: TerminalSize) => TerminalSession;
}

/** A test device with all its apps. Tests drive it like a user, by the texts on its screen. */
export class DeviceDriver extends ScreenDriver implements AsyncDisposable {
  readonly dataDir: string;
  readonly logged: string[];

  readonly files: DeviceFiles;
  readonly #closeShells: () => Promise<void>;
  readonly #clock: { stoppedMs: number | undefined };
  readonly #startMs: number | undefined;

  private constructor(parts: {
    ui: SystemUi;
    dataDir: string;
    logged: string[];
    files: DeviceFiles;
    closeShells: () => Promise<void>;
    clock: { stoppedMs: number | undefined };
  }) {
    super(parts.ui);
    this.dataDir = parts.dataDir;
    this.logged = parts.logged;
    this.files = parts.files;
    this.#closeShells = parts.closeShells;
    this.#clock = parts.clock;
    this.#startMs = parts.clock.stoppedMs;
  }

  /** Starts a device on the data of an earlier one, or without data. */
  static async start(options: DriverOptions = {}): Promise<DeviceDriver> {
    const {
      widthPx = 720,
      heightPx = 1280,
      densityDpi = 320,
      dataDir = mkdtempSync(join(tmpdir(), "terrarium-device-")),
      egress = "off",
      sockets = new VirtualSockets(),
      storageBytes = 64 * 1024 ** 2,
      authorizedKeyFiles = [],
    } = options;
    const logged: string[] = [];
    const log = (message: string): number => logged.push(message);
    const filesFolder = join(dataDir, "files");
    const files = await openDeviceStorage({ folder: filesFolder, limitBytes: storageBytes, systemFiles: {} });
    const settings = new DeviceSettings(join(dataDir, "system", "settings.json"), log);
    let workers: ShellWorkers | undefined;
    const openRealShell = (size: TerminalSize): TerminalSession => {
      workers ??= new ShellWorkers({
        entry: new URL("../../../phone-shell/src/testing/shell-worker.ts", import.meta.url),
        clock,
        settings: {
          filesFolder,
          quota: files.quota.shared,
          clock: shareClock({ kind: "real" }, Date.now()),
          random: shareRandom(undefined),
        },
        system: {} as SystemCalls, // tests of the Terminal use only commands without system calls
      });
      return openAppTerminal(workers, size);
    };
    const stopped = { stoppedMs: options.nowMs };
    const clock = new HostClock(() => stopped.stoppedMs ?? Date.now());
    const random = createRandom(shareRandom(undefined));
    const openShell = options.openShell ?? openRealShell;
    const screen = { widthPx, heightPx, densityDpi };
    const createUi = () =>
      createSystemUi({
        ...screen,
        installed: installedApps,
        languages: LANGUAGES,
        dataDir,
        settings,
        files,
        clock,
        random,
        egress,
        sockets,
        openShell,
        log,
        authorizedKeyFiles,
      });
    const system = new SystemServer(
      new SystemProperties({}, join(dataDir, "properties.json")),
      { clock, random },
      createUi,
    );
    await system.start();
    const { ui } = system;
    const closeShells = async (): Promise<void> => await workers?.close();
    return new DeviceDriver({ ui, dataDir, logged, files, closeShells, clock: stopped });
  }

  /** Sets the clock's time. The clock stays stopped. */
  set nowMs(epochMs: number) {
    this.#clock.stoppedMs = epochMs;
  }

  /** Replaces the text of the field with this id. */
  fill(id: string, text: string): void {
    this.tapControl(id);
    this.press(LETTER_A, CTRL);
    this.press(KEY_CODES.del);
    this.type(text);
  }

  /** Rotates the screen to landscape, or back to portrait. */
  turn(sideways: boolean): void {
    this.ui.settings.put("system", "user_rotation", sideways ? "1" : "0");
  }

  /** Ends the app as the system does on low memory. Its background work continues. */
  kill(packageName: string): void {
    this.ui.activities.stop(packageName);
  }

  /**
   * Resets the device to its initial state for the next test. Throws an error with the log lines of the test, if any.
   */
  async reset(): Promise<void> {
    const { activities, clipboard, notifications, panels, power, settings } = this.ui;
    const logged = this.logged.splice(0);
    this.#clock.stoppedMs = this.#startMs;
    for (const namespace of SETTING_NAMESPACES)
      for (const [key] of settings.list(namespace)) settings.delete(namespace, key);
    power.unlock();
    panels.collapse();
    this.press(KEY_CODES.home);
    for (const { packageName } of activities.list()) await this.ui.clearData(packageName);
    for (const { packageName, id } of notifications.list()) notifications.cancel(packageName, id);
    clipboard.set("");
    for (const { name } of await this.files.list("/sdcard")) {
      for (const inside of await this.files.list(`/sdcard/${name}`).catch(() => []))
        await this.files.remove(`/sdcard/${name}/${inside.name}`, true);
      if (!systemFolders.has(name)) await this.files.remove(`/sdcard/${name}`, true);
    }
    if (logged.length > 0) throw new Error(`the test left in the log: ${logged.join("\n")}`);
  }

  /** Stops the device. Its data is kept until it is disposed of. */
  turnOff(): void {
    this.ui.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.turnOff();
    await this.#closeShells();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Folders that exist in /sdcard from the start. */
const systemFolders = new Set(["Android", "DCIM", "Documents", "Download", "Movies", "Music", "Pictures"]);
