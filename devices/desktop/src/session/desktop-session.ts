import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@terrarium/adb-device/ports/log";
import type { StandbyOptions } from "../main-options.ts";
import { startDesktopScreen, type DesktopScreen } from "../screen/desktop-screen.ts";
import { KeptBrowser } from "./kept-browser.ts";
import { KeptProgram, type KeptProgramOptions } from "./kept-program.ts";
import { browserCommand, browserFolder, canSandbox, sessionCommands } from "./programs.ts";
import { writeQuietSettings } from "./quiet-settings.ts";
import { TabOrder } from "./tab-order.ts";
import { forgetPlacement } from "./window-placement.ts";

/** Time limit for programs to end by themselves, in milliseconds: a browser stores its state. */
const PROGRAM_END_MS = 5_000;
const BUS_PROGRAM = "/usr/bin/dbus-daemon";

export interface DesktopSessionOptions extends Pick<
  StandbyOptions,
  "kind" | "home" | "widthPx" | "heightPx" | "dpi" | "devToolsPort"
> {
  /** Folder for the session's files while it runs. */
  folder: string;
  /** Environment variables of every program in the sandbox. */
  environment: () => Record<string, string>;
  /** The browser's proxy for outbound traffic, if any. */
  proxy: string | undefined;
  log: Log;
  /** Closes the browser at that port as its user would; rejects if the request cannot be sent. */
  closeBrowser: (devToolsPort: number) => Promise<void>;
  /** Called when the screen's server ended by itself. */
  onLost: () => void;
}

/** A screen, and the programs on it. */
export class DesktopSession {
  readonly #options: DesktopSessionOptions;
  readonly #bus: string;
  readonly #settings: string;
  #screen: DesktopScreen | undefined;
  #programs: KeptProgram[] = [];
  #browserCommand: [string, ...string[]] | undefined;
  /** Opened when the windows are arranged; earlier it would get no proper place. */
  readonly browser: KeptBrowser;
  readonly tabs = new TabOrder();

  constructor(options: DesktopSessionOptions) {
    this.#options = options;
    // A desktop starts with its wallpaper.
    const firstWish = options.kind === "desktop" ? "on-demand" : "open";
    this.browser = new KeptBrowser(() => this.#startBrowser(), PROGRAM_END_MS, firstWish);
    this.#bus = join(options.folder, "bus");
    this.#settings = join(options.folder, "settings");
  }

  /** The current screen. Throws while there is none. */
  get screen(): DesktopScreen {
    if (!this.#screen) throw new Error("the screen is being started");
    return this.#screen;
  }

  /** The address of the session's message bus; undefined if none is installed. */
  get messageBus(): string | undefined {
    return existsSync(BUS_PROGRAM) ? `unix:path=${this.#bus}` : undefined;
  }

  /** Environment variables that programs need to run on the screen. */
  get environment(): Record<string, string> {
    return {
      // The user's settings at home override these.
      XDG_CONFIG_DIRS: `${this.#settings}:/etc/xdg`,
      // Chromium exposes its own dialogs through AT-SPI only when this is set.
      ACCESSIBILITY_ENABLED: "1",
      // The panel, xdg-open and others then use this browser instead of starting their own.
      BROWSER: "browse",
      ...(this.#screen && { DISPLAY: this.#screen.name }),
      ...(this.messageBus !== undefined && { DBUS_SESSION_BUS_ADDRESS: this.messageBus }),
    };
  }

  /** Rejects if no X server can be started. Skips and logs programs that are not installed. */
  async start(): Promise<void> {
    const { kind, folder, environment, proxy, log, onLost, widthPx, heightPx, dpi } = this.#options;
    const pixels = join(folder, "screen");
    await Promise.all([pixels, this.#bus].map((path) => rm(path, { recursive: true, force: true })));
    await Promise.all([mkdir(pixels, { mode: 0o700 }), writeQuietSettings(this.#settings)]);
    const sandbox = canSandbox();
    const screen = await startDesktopScreen({
      folder: pixels,
      widthPx,
      heightPx,
      dpi,
      // Chromium draws without OpenGL.
      hasGl: kind === "desktop",
      environment: environment(),
      onError: (error) => log("the X server refused something", { error: error.message }),
    });
    this.#screen = screen;
    void screen.exited.then(() => this.#screen === screen && onLost());
    const bus = ["--session", `--address=unix:path=${this.#bus}`, "--nofork", "--nopidfile"];
    const hasSandbox = await sandbox;
    if (!hasSandbox) log("Chromium runs without its own sandbox here: only the sandbox around it isolates pages");
    this.#browserCommand = browserCommand(this.#options, proxy, hasSandbox);
    const managers = sessionCommands(kind);
    const others = existsSync(BUS_PROGRAM) ? [[BUS_PROGRAM, ...bus] as const, ...managers] : managers;
    this.#programs = others.map((command) => this.#programOf(command));
    // Not awaited: the screen is ready.
    const arranged = managers.length > 0 ? screen.arranged() : Promise.resolve();
    void this.#openWhenArranged(screen, arranged);
  }

  /** Never rejects. */
  async #openWhenArranged(screen: DesktopScreen, arranged: Promise<unknown>): Promise<void> {
    const failed = await arranged.then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (this.#screen !== screen) return;
    if (failed !== undefined) {
      this.#options.log("no browser was started", { error: failed });
      await this.browser.close();
    }
    this.browser.show();
  }

  #startBrowser(): KeptProgram | undefined {
    const { home, devToolsPort, closeBrowser } = this.#options;
    const hooks = {
      prepare: () => forgetPlacement(browserFolder(home)),
      // On SIGTERM Chromium exits without storing the cookies of the last 30 seconds.
      close: () => closeBrowser(devToolsPort),
    };
    if (this.#browserCommand) return this.#programOf(this.#browserCommand, hooks);
    this.#options.log("there is no Chromium to start");
    return undefined;
  }

  #programOf(
    command: readonly [string, ...string[]],
    hooks: Pick<KeptProgramOptions, "prepare" | "close"> = {},
  ): KeptProgram {
    const { environment, home: folder, folder: temporary, log } = this.#options;
    // Files left behind by killed programs, such as Chromium's sockets, are deleted with the device.
    const ofScreen = () => ({ ...environment(), ...this.environment, TMPDIR: temporary });
    return new KeptProgram(command, { environment: ofScreen, folder, log, ...hooks });
  }

  /** Gives the programs this long to end by themselves, then ends their screen. */
  async stop(withinMs = PROGRAM_END_MS): Promise<void> {
    const [screen, programs] = [this.#screen, this.#programs];
    this.#screen = undefined;
    this.#programs = [];
    const untilMs = performance.now() + withinMs;
    // A program loses unsaved data when its screen ends, and a browser when its message bus ends.
    await this.browser.leave(withinMs);
    await Promise.all(programs.map((program) => program.stop(Math.max(0, untilMs - performance.now()))));
    screen?.close();
  }
}
