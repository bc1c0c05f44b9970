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
import type { ScreenNode, SystemUi } from "@terrarium/phone-system/system-ui";
import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";
import { createSystemUi } from "@terrarium/phone-ui/system-ui.tsx";
import { installedApps } from "../installed-apps.ts";

/** A device for tests, driven as a user would: by what is written on the screen. */
export class DeviceDriver implements AsyncDisposable {
  readonly ui: SystemUi;
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
    this.ui = parts.ui;
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

  /** The node with this text or label, one that can be pressed first; throws if there is none. */
  find(name: string): ScreenNode {
    const named = this.ui.nodes().filter((node) => node.text === name || node.label === name);
    const found = named.find((node) => node.clickable) ?? named[0];
    if (!found)
      throw new Error(`nothing on the screen is called ${JSON.stringify(name)}; there is ${this.texts().join(", ")}`);
    return found;
  }

  has(name: string): boolean {
    return this.ui.nodes().some((node) => node.text === name || node.label === name);
  }

  texts(): string[] {
    return this.ui.nodes().flatMap((node) => [node.text, node.label].filter((text) => text !== ""));
  }

  tap(...names: string[]): void {
    for (const name of names) {
      const { bounds } = this.find(name);
      this.tapAt((bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2);
    }
  }

  tapAt(xPx: number, yPx: number): void {
    this.ui.input.touch({ action: "down", pointerId: 0, xPx, yPx });
    this.ui.input.touch({ action: "up", pointerId: 0, xPx, yPx });
  }

  /** A straight swipe in ten steps of a frame each, ended at rest so that nothing flies on. */
  drag(fromX: number, fromY: number, toX: number, toY: number): void {
    const startMs = performance.now();
    const touch = (action: "down" | "move" | "up", part: number, timeMs: number): void =>
      this.ui.input.touch({
        action,
        pointerId: 0,
        xPx: fromX + (toX - fromX) * part,
        yPx: fromY + (toY - fromY) * part,
        timeMs,
      });
    touch("down", 0, startMs);
    for (let step = 1; step <= 10; step++) touch("move", step / 10, startMs + step * 16);
    touch("up", 1, startMs + 1000);
  }

  press(keyCode: number, metaState = 0): void {
    this.ui.input.key({ action: "down", keyCode, metaState });
    this.ui.input.key({ action: "up", keyCode, metaState });
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
