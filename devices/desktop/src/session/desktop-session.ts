import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@terrarium/adb-device/ports/log";
import type { StandbyOptions } from "../main-options.ts";
import { startDesktopScreen, type DesktopScreen } from "../screen/desktop-screen.ts";
import { KeptBrowser } from "./kept-browser.ts";
import { KeptProgram, type KeptProgramOptions } from "./kept-program.ts";
import { browserCommand, browserFolder, canMakeWalls, sessionCommands } from "./programs.ts";
import { writeQuietSettings } from "./quiet-settings.ts";
import { forgetPlacement } from "./window-placement.ts";

/** How long programs have to end by themselves: a browser stores what it keeps. */
const programEndMs = 5_000;
const busProgram = "/usr/bin/dbus-daemon";

export interface DesktopSessionOptions extends Pick<
  StandbyOptions,
  "kind" | "home" | "widthPx" | "heightPx" | "dpi" | "devToolsPort"
> {
  /** For what the session keeps while it runs. */
  folder: string;
  /** What every program of the sandbox is started with. */
  environment: () => Record<string, string>;
  /** The way out for a browser, if there is one. */
  proxy: string | undefined;
  log: Log;
  /** Has the browser at that port close as its user does; rejects if it cannot be told. */
  closeBrowser: (devToolsPort: number) => Promise<void>;
  /** The screen's server ended by itself. */
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
  /** Opened when windows have their places, which it would not have before. */
  readonly browser = new KeptBrowser(() => this.#startBrowser(), programEndMs);

  constructor(options: DesktopSessionOptions) {
    this.#options = options;
    this.#bus = join(options.folder, "bus");
    this.#settings = join(options.folder, "settings");
  }

  /** Throws while there is none. */
  get screen(): DesktopScreen {
    if (!this.#screen) throw new Error("the screen is being started");
    return this.#screen;
  }

  /** The address of the session's message bus; undefined if none is installed. */
  get messageBus(): string | undefined {
    return existsSync(busProgram) ? `unix:path=${this.#bus}` : undefined;
  }

  /** What programs need to be on the screen. */
  get environment(): Record<string, string> {
    return {
      // What the user sets at home counts before these.
      XDG_CONFIG_DIRS: `${this.#settings}:/etc/xdg`,
      // Chromium describes its own dialogs by AT-SPI only when this is set.
      ACCESSIBILITY_ENABLED: "1",
      ...(this.#screen && { DISPLAY: this.#screen.name }),
      ...(this.messageBus !== undefined && { DBUS_SESSION_BUS_ADDRESS: this.messageBus }),
    };
  }

  /** Rejects if there is no X server to start. Programs that are not there are left out, and told of in the log. */
  async start(): Promise<void> {
    const { kind, folder, environment, proxy, log, onLost, widthPx, heightPx, dpi } = this.#options;
    const pixels = join(folder, "screen");
    await Promise.all([pixels, this.#bus].map((path) => rm(path, { recursive: true, force: true })));
    await Promise.all([mkdir(pixels, { mode: 0o700 }), writeQuietSettings(this.#settings)]);
    const walls = canMakeWalls();
    const screen = await startDesktopScreen({
      folder: pixels,
      widthPx,
      heightPx,
      dpi,
      // Chromium draws without it.
      hasGl: kind === "desktop",
      environment: environment(),
      onError: (error) => log("the X server refused something", { error: error.message }),
    });
    this.#screen = screen;
    void screen.exited.then(() => this.#screen === screen && onLost());
    const bus = ["--session", `--address=unix:path=${this.#bus}`, "--nofork", "--nopidfile"];
    const hasWalls = await walls;
    if (!hasWalls) log("Chromium has no walls of its own here: what keeps the sandbox apart is all that there is");
    this.#browserCommand = browserCommand(this.#options, proxy, hasWalls);
    const managers = sessionCommands(kind);
    const others = existsSync(busProgram) ? [[busProgram, ...bus] as const, ...managers] : managers;
    this.#programs = others.map((command) => this.#programOf(command));
    // Nobody waits for it: the screen is there.
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
      // Of a SIGTERM Chromium ends without storing the cookies of the last half minute.
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
    // What they leave when they are killed, Chromium's sockets among it, goes with the device.
    const ofScreen = () => ({ ...environment(), ...this.environment, TMPDIR: temporary });
    return new KeptProgram(command, { environment: ofScreen, folder, log, ...hooks });
  }

  /** Ends the programs, which have so long for it by themselves, and then their screen. */
  async stop(withinMs = programEndMs): Promise<void> {
    const [screen, programs] = [this.#screen, this.#programs];
    this.#screen = undefined;
    this.#programs = [];
    const untilMs = performance.now() + withinMs;
    // With its screen a program loses what it has not stored, and a browser with its message bus.
    await this.browser.leave(withinMs);
    await Promise.all(programs.map((program) => program.stop(Math.max(0, untilMs - performance.now()))));
    screen?.close();
  }
}
