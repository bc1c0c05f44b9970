import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mdiFlower } from "@mdi/js";
import { keyCodes } from "@terrarium/adb-device/key-codes";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { openDeviceStorage } from "@terrarium/device-files/device-storage";
import type { Clock } from "@terrarium/phone-system/clock";
import { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import { DeviceSettings, settingNamespaces } from "@terrarium/phone-system/device-settings";
import { useSyncExternalStore, type ReactElement } from "react";
import { Text, View } from "../render/elements.ts";
import type { App } from "../services/app.ts";
import { type SystemServices } from "../services/services.ts";
import { createSystemUi } from "../system-ui.tsx";
import { type } from "../theme.ts";
import { ScreenDriver } from "./screen-driver.ts";

/** What the clock shows at first. */
const startMs = new Date(2026, 10, 21, 9, 41).getTime();
const storageBytes = 8 * 1024 ** 2;

/** A phone of 360 × 640 dp where one dp is one pixel, unless told otherwise. */
export interface TestPhoneOptions {
  widthPx?: number;
  heightPx?: number;
  densityDpi?: number;
  /** Besides the one in which `show` shows what is to be tested. */
  apps?: readonly App[];
  /** Of an earlier phone, which its owner removes. */
  dataDir?: string;
  /** Put before the screen is there, as `namespace key value`. */
  settings?: readonly (readonly ["system" | "secure" | "global", string, string])[];
  clearData?: (packageName: string) => Promise<void>;
  /** What the phone's clock shows, in place of one that stands still until `nowMs` is set. */
  clock?: Clock;
}

/** The app in whose window `show` shows things. */
const stagePackage = "com.terrarium.stage";

/**
 * The system UI alone, without a device: real input, keyboard, bars, themes and frames, over apps that the test brings.
 * What is drawn is small, so that a test costs some milliseconds.
 */
export class TestPhone extends ScreenDriver implements Disposable {
  readonly settings: DeviceSettings;
  readonly files: DeviceFiles;
  readonly dataDir: string;
  readonly logged: string[];
  /** What the apps have of the system. */
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
      limitBytes: storageBytes,
      systemFiles: {},
    });
    const clock = { stoppedMs: startMs };
    const shown = new Shown();
    let services: SystemServices | undefined;
    const stage = testApp(stagePackage, "Stage", { Screen: () => shown.useElement() });
    const ui = await createSystemUi({
      widthPx,
      heightPx,
      densityDpi,
      dataDir,
      settings,
      files,
      clock: options.clock ?? { nowMs: () => clock.stoppedMs },
      egress: "off",
      sockets: new VirtualSockets(),
      openShell: () => {
        throw new Error("this phone has no shell");
      },
      log,
      installed: {
        // What begins without a window is handed the services.
        apps: [...apps, { ...stage, startBackground: (given) => ((services = given), () => undefined) }],
        contentOf: () => new ContentResolver([]),
        clearData: (_storage, packageName) => clearData(packageName),
      },
    });
    if (!services) throw new Error("the system did not start what its apps do without a window");
    const ownsData = options.dataDir === undefined;
    return new TestPhone({ ui, settings, files, dataDir, logged, services, shown, clock, ownsData });
  }

  /** Shows the element alone in the window of an app in front, in place of what was shown there. */
  show(element: ReactElement): void {
    // An app that comes to the front takes the focus from whatever has it.
    this.ui.activities.start(stagePackage);
    this.services.run(() => this.#shown.set(element));
  }

  /** What the clock shows; it stands still. */
  set nowMs(epochMs: number) {
    this.#clock.stoppedMs = epochMs;
  }

  get nowMs(): number {
    return this.#clock.stoppedMs;
  }

  /** At the home screen with nothing running, nothing set and nothing told: for the next test with the same phone. */
  reset(): void {
    const failed = this.logged.filter((line) => line.includes("could not be rendered"));
    if (failed.length > 0) throw new Error(failed.join("\n"));
    const { activities, clipboard, notifications, panels, power } = this.ui;
    for (const namespace of settingNamespaces) {
      for (const [key] of this.settings.list(namespace)) this.settings.delete(namespace, key);
    }
    power.unlock();
    panels.collapse();
    for (const { packageName } of activities.running()) activities.stop(packageName);
    for (const { packageName, id } of notifications.list()) notifications.cancel(packageName, id);
    this.press(keyCodes.home);
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

/** The element on the stage; a new one begins anew. */
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

/** An app that shows its name, unless it is given a screen. */
export function testApp(packageName: string, label: App["label"], more: Partial<App> = {}): App {
  const Screen = (): ReactElement => (
    <Text text={type.body} color="#808080">
      {`this is ${typeof label === "string" ? label : label.en}`}
    </Text>
  );
  return {
    packageName,
    component: `${packageName}/.Main`,
    label,
    icon: { path: mdiFlower, glyph: "#ffffff", colors: ["#204020", "#408040"] },
    Screen,
    ...more,
  };
}
