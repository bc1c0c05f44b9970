import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyCodes } from "@terrarium/adb-device/key-codes";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { openDeviceStorage } from "@terrarium/device-files/device-storage";
import type { Egress } from "@terrarium/egress/egress";
import { openAppTerminal } from "@terrarium/phone-shell/app-terminal";
import { ShellWorkers } from "@terrarium/phone-shell/shell-workers";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import type { Clock } from "@terrarium/phone-system/clock";
import { DeviceSettings, settingNamespaces } from "@terrarium/phone-system/device-settings";
import { SystemProperties } from "@terrarium/phone-system/properties";
import { SystemServer } from "@terrarium/phone-system/system-server";
import type { SystemUi } from "@terrarium/phone-system/system-ui";
import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";
import { createSystemUi } from "@terrarium/phone-ui/system-ui.tsx";
import { ScreenDriver } from "@terrarium/phone-ui/testing/screen-driver";
import { installedApps } from "../installed-apps.ts";

/** A screen on which one dp is one pixel: what is drawn is small, so that a test costs some milliseconds. */
export const smallScreen = { widthPx: 360, heightPx: 640, densityDpi: 160 } as const;

/** KEYCODE_A and META_CTRL_ON. */
const letterA = 29;
const ctrl = 0x1000;

export interface DriverOptions {
  widthPx?: number;
  heightPx?: number;
  densityDpi?: number;
  /** Of an earlier device. */
  dataDir?: string;
  egress?: Egress;
  /** The device's own sockets. */
  sockets?: VirtualSockets;
  /** The clock stands still at this time, until the test sets another; without it, it goes as the host's does. */
  nowMs?: number;
  storageBytes?: number;
  /** Host files of the keys that may debug the device. */
  authorizedKeyFiles?: readonly string[];
  /** In place of the real shells. */
  openShell?: (size: TerminalSize) => TerminalSession;
}

/** A device with all its apps for tests, driven as a user would: by what is written on the screen. */
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

  /** Starts one on the data of an earlier one, or on none. */
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
        entry: new URL("../../../phone-shell/src/worker.ts", import.meta.url),
        settings: { filesFolder, quota: files.quota.shared },
        system: {} as SystemCalls, // the Terminal is tested with commands that ask for nothing
      });
      return openAppTerminal(workers, size);
    };
    const stopped = { stoppedMs: options.nowMs };
    const clock: Clock = { nowMs: () => stopped.stoppedMs ?? Date.now() };
    const openShell = options.openShell ?? openRealShell;
    const screen = { widthPx, heightPx, densityDpi };
    const createUi = () =>
      createSystemUi({
        ...screen,
        installed: installedApps,
        dataDir,
        settings,
        files,
        clock,
        egress,
        sockets,
        openShell,
        log,
        authorizedKeyFiles,
      });
    const system = new SystemServer(new SystemProperties({}, join(dataDir, "properties.json")), createUi);
    await system.start();
    const { ui } = system;
    const closeShells = async (): Promise<void> => await workers?.close();
    return new DeviceDriver({ ui, dataDir, logged, files, closeShells, clock: stopped });
  }

  /** What the clock shows from now on; it stands still. */
  set nowMs(epochMs: number) {
    this.#clock.stoppedMs = epochMs;
  }

  /** Writes the text in place of what stands in the field with this id. */
  fill(id: string, text: string): void {
    this.tapControl(id);
    this.press(letterA, ctrl);
    this.press(keyCodes.del);
    this.type(text);
  }

  /** Turns the screen sideways, or back upright. */
  turn(sideways: boolean): void {
    this.ui.settings.put("system", "user_rotation", sideways ? "1" : "0");
  }

  /** Ends the app as the system does where memory is short: what it does without a window goes on. */
  kill(packageName: string): void {
    this.ui.activities.stop(packageName);
  }

  /** As a new device is, for the next test with the same one. Throws what was logged, which no test expects. */
  async reset(): Promise<void> {
    const { activities, clipboard, notifications, panels, power, settings } = this.ui;
    const logged = this.logged.splice(0);
    this.#clock.stoppedMs = this.#startMs;
    for (const namespace of settingNamespaces)
      for (const [key] of settings.list(namespace)) settings.delete(namespace, key);
    power.unlock();
    panels.collapse();
    this.press(keyCodes.home);
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

  /** Ends the device; its data stays until it is disposed of. */
  turnOff(): void {
    this.ui.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.turnOff();
    await this.#closeShells();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Folders in /sdcard that are there from the start. */
const systemFolders = new Set(["Android", "DCIM", "Documents", "Download", "Movies", "Music", "Pictures"]);
