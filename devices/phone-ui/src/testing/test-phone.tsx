import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mdiFlower } from "@mdi/js";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { openDeviceStorage } from "@terrarium/device-files/device-storage";
import type { Clock } from "@terrarium/phone-system/clock";
import { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import { DeviceSettings, SETTING_NAMESPACES } from "@terrarium/phone-system/device-settings";
import { HostClock } from "@terrarium/phone-system/host-clock";
import { createRandom, shareRandom } from "@terrarium/phone-system/random";
import { useSyncExternalStore, type ReactElement } from "react";
import { Text, View } from "../render/elements.ts";
import type { App } from "../services/app.ts";
import type { SystemServices } from "../services/app.ts";
import { ENGLISH } from "../services/english.ts";
import { createSystemUi } from "../system-ui.tsx";
import { TYPE } from "../theme.ts";
import { GERMAN } from "./german.ts";
import { ScreenDriver } from "./screen-driver.ts";

/** Initial time of the clock. */
const startMs = new Date(2026, 10, 21, 9, 41).getTime();
const STORAGE_BYTES = 8 * 1024 ** 2;

/** A phone of 360 × 640 dp where one dp is one pixel, unless the options differ. */
export interface TestPhoneOptions {
  widthPx?: number;
  heightPx?: number;
  densityDpi?: number;
  /** Further apps besides the app used by `show`. */
  apps?: readonly App[];
  /** Data of an earlier phone; the caller removes it. */
  dataDir?: string;
  /** Settings stored before the screen starts, as `namespace key value`. */
  settings?: readonly (readonly ["system" | "secure" | "global", string, string])[];
  clearData?: (packageName: string) => Promise<void>;
  /** The phone's clock. The default clock stands still until `nowMs` is set. */
  clock?: Clock;
}

/** The app whose window displays the elements of `show`. */
const STAGE_PACKAGE = "com.terrarium.stage";

/**
 * The system UI alone, without a device: real input, keyboard, bars, themes and frames, with the test's own apps. Drawn
 * areas are small, so a test takes some milliseconds.
 */
export class TestPhone extends ScreenDriver implements Disposable {
  readonly settings: DeviceSettings;
  readonly files: DeviceFiles;
  readonly dataDir: string;
  readonly logged: string[];
  /** The system services of the apps. */
  readonly services: SystemServices;
  readonly #shown: Shown;
  readonly #clock: { stoppedMs: number };
  readonly #ownsData: boolean;

  private constructor(options: {
    ui: SystemUiOf;
    settings: DeviceSettings;
    files: DeviceFiles;
    dataDir: string;
    logged: string[];
    services: SystemServices;
    shown: Shown;
    clock: { stoppedMs: number };
    ownsData: boolean;
  }) {
    super(options.ui);
    this.settings = options.settings;
    this.files = options.files;
    this.dataDir = options.dataDir;
    this.logged = options.logged;
    this.services = options.services;
    this.#shown = options.shown;
    this.#clock = options.clock;
    this.#ownsData = options.ownsData;
  }

  static async start(options: TestPhoneOptions = {}): Promise<TestPhone> {
    const { widthPx = 360, heightPx = 640, densityDpi = 160, apps = [], clearData = async () => undefined } = options;
    const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "terrarium-screen-"));
    const logged: string[] = [];
    const log = (message: string): number => logged.push(message);
    const settings = new DeviceSettings(join(dataDir, "system", "settings.json"), log);
    for (const [namespace, key, value] of options.settings ?? []) settings.put(namespace, key, value);
    const files = await openDeviceStorage({
      folder: join(dataDir, "files"),
      limitBytes: STORAGE_BYTES,
      systemFiles: {},
    });
    const clock = { stoppedMs: startMs };
    const shown = new Shown();
    let services: SystemServices | undefined;
    const stage = testApp(STAGE_PACKAGE, "Stage", { Screen: () => shown.useElement() });
    const ui = await createSystemUi({
      widthPx,
      heightPx,
      densityDpi,
      dataDir,
      settings,
      files,
      clock: options.clock ?? new HostClock(() => clock.stoppedMs),
      random: createRandom(shareRandom("test phone")),
      egress: "off",
      sockets: new VirtualSockets(),
      openShell: () => {
        throw new Error("this phone has no shell");
      },
      log,
      languages: [ENGLISH, GERMAN],
      installed: {
        // Background work receives the services when it starts.
        apps: [...apps, { ...stage, startBackground: (given) => ((services = given), () => undefined) }],
        contentOf: () => new ContentResolver([]),
        clearData: (_storage, packageName) => clearData(packageName),
      },
    });
    if (!services) throw new Error("the system did not start what its apps do without a window");
    const ownsData = options.dataDir === undefined;
    return new TestPhone({ ui, settings, files, dataDir, logged, services, shown, clock, ownsData });
  }

  /** Shows only this element in the window of an app in front, and replaces the previous one. */
  show(element: ReactElement): void {
    // An app that comes to the front removes the focus from the focused element.
    this.ui.activities.start(STAGE_PACKAGE);
    this.services.run(() => this.#shown.set(element));
  }

  /** Sets the clock's time; the clock stands still. */
  set nowMs(epochMs: number) {
    this.#clock.stoppedMs = epochMs;
  }

  get nowMs(): number {
    return this.#clock.stoppedMs;
  }

  /**
   * Resets the phone for the next test: home screen, no running apps, no settings, no notifications and no log. Throws
   * if rendering failed before.
   */
  reset(): void {
    const failed = this.logged.filter((line) => line.includes("could not be rendered"));
    if (failed.length > 0) throw new Error(failed.join("\n"));
    const { activities, clipboard, notifications, panels, power } = this.ui;
    for (const namespace of SETTING_NAMESPACES) {
      for (const [key] of this.settings.list(namespace)) this.settings.delete(namespace, key);
    }
    power.unlock();
    panels.collapse();
    for (const { packageName } of activities.running()) activities.stop(packageName);
    for (const { packageName, id } of notifications.list()) notifications.cancel(packageName, id);
    this.press(KEY_CODES.home);
    clipboard.set("");
    this.#clock.stoppedMs = startMs;
    this.logged.length = 0;
  }

  [Symbol.dispose](): void {
    this.ui.dispose();
    if (this.#ownsData) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

type SystemUiOf = Awaited<ReturnType<typeof createSystemUi>>;

/** The element on the stage; each new element starts with fresh state. */
class Shown {
  #current: { element: ReactElement; count: number } | undefined;
  readonly #listeners = new Set<() => void>();

  set(element: ReactElement): void {
    this.#current = { element, count: (this.#current?.count ?? 0) + 1 };
    for (const listener of this.#listeners) listener();
  }

  useElement(): ReactElement {
    const current = useSyncExternalStore(
      (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      () => this.#current,
    );
    return (
      <View key={current?.count} style={{ grow: 1, basis: 0 }}>
        {current?.element}
      </View>
    );
  }
}

/** Returns an app that shows its name, unless a screen is given. */
export function testApp(packageName: string, label: string, more: Partial<App> = {}): App {
  const Screen = (): ReactElement => (
    <Text text={TYPE.body} color="#808080">
      {`this is ${label}`}
    </Text>
  );
  return {
    packageName,
    strings: { appName: label },
    icon: { path: mdiFlower, color: "#306030" },
    Screen,
    ...more,
  };
}
