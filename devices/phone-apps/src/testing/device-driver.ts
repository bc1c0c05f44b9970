import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { openDeviceStorage } from "@terrarium/device-files/device-storage";
import { openAppTerminal } from "@terrarium/phone-shell/app-terminal";
import { ShellWorkers } from "@terrarium/phone-shell/shell-workers";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { createClock } from "@terrarium/phone-system/clock";
import { DeviceSettings } from "@terrarium/phone-system/device-settings";
import type { Egress } from "@terrarium/phone-system/network/egress";
import { SystemProperties } from "@terrarium/phone-system/properties";
import { SystemServer } from "@terrarium/phone-system/system-server";
import type { SystemUi } from "@terrarium/phone-system/system-ui";
import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";
import { createSystemUi } from "@terrarium/phone-ui/system-ui.tsx";
import { ScreenDriver } from "@terrarium/phone-ui/testing/screen-driver";
import { installedApps } from "../installed-apps.ts";

/** A device with all its apps for tests, driven as a user would: by what is written on the screen. */
export class DeviceDriver extends ScreenDriver implements AsyncDisposable {
  readonly dataDir: string;
  readonly logged: string[];

  readonly files: DeviceFiles;
  readonly #closeShells: () => Promise<void>;

  private constructor(parts: {
    ui: SystemUi;
    dataDir: string;
    logged: string[];
    files: DeviceFiles;
    closeShells: () => Promise<void>;
  }) {
    super(parts.ui);
    this.dataDir = parts.dataDir;
    this.logged = parts.logged;
    this.files = parts.files;
    this.#closeShells = parts.closeShells;
  }

  /** Starts one on the data of an earlier one, or on none. */
  static async start(
    options: { widthPx?: number; heightPx?: number; densityDpi?: number; dataDir?: string; egress?: Egress } = {},
  ): Promise<DeviceDriver> {
    const {
      widthPx = 720,
      heightPx = 1280,
      densityDpi = 320,
      dataDir = mkdtempSync(join(tmpdir(), "terrarium-device-")),
      egress = "off",
    } = options;
    const logged: string[] = [];
    const log = (message: string): number => logged.push(message);
    const filesFolder = join(dataDir, "files");
    const files = await openDeviceStorage({ folder: filesFolder, limitBytes: 64 * 1024 ** 2, systemFiles: {} });
    const settings = new DeviceSettings(join(dataDir, "system", "settings.json"), log);
    let workers: ShellWorkers | undefined;
    const openShell = (size: TerminalSize): TerminalSession => {
      workers ??= new ShellWorkers({
        entry: new URL("../../../phone-shell/src/worker.ts", import.meta.url),
        settings: { filesFolder, quota: files.quota.shared },
        system: {} as SystemCalls, // the Terminal is tested with commands that ask for nothing
      });
      return openAppTerminal(workers, size);
    };
    const clock = createClock();
    const screen = { widthPx, heightPx, densityDpi };
    const createUi = () =>
      createSystemUi({ ...screen, installed: installedApps, dataDir, settings, files, clock, egress, openShell, log });
    const system = new SystemServer(new SystemProperties({}, join(dataDir, "properties.json")), createUi);
    await system.start();
    const { ui } = system;
    return new DeviceDriver({ ui, dataDir, logged, files, closeShells: async () => await workers?.close() });
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
