import type { InstalledApp, SystemUi, TouchEvent } from "../system/display.ts";
import type { SystemProperties } from "../system/properties.ts";

/** What commands in a shell worker can ask of the device. Arguments and answers are cloned between threads. */
export interface SystemCalls {
  getProperty(name: string): Promise<string | undefined>;
  listProperties(): Promise<[name: string, value: string][]>;
  /** Answers with what was wrong, if anything. */
  setProperty(name: string, value: string): Promise<string | undefined>;
  display(): Promise<{ widthPx: number; heightPx: number; densityDpi: number }>;
  capturePng(): Promise<Uint8Array>;
  /** The screen's pixels: RGBA, row after row. */
  capturePixels(): Promise<Uint8Array>;
  touch(event: TouchEvent): Promise<void>;
  /** Presses and releases a key, or only goes one way. */
  key(keyCode: number, action: "press" | "down" | "up"): Promise<void>;
  text(text: string): Promise<void>;
  apps(): Promise<readonly InstalledApp[]>;
  startApp(packageName: string): Promise<boolean>;
  forceStop(packageName: string): Promise<void>;
  foregroundApp(): Promise<InstalledApp>;
  storage(): Promise<{ usedBytes: number; limitBytes: number }>;
  uptimeS(): Promise<number>;
}

export type SystemCall = keyof SystemCalls;

export interface SystemCallTargets {
  ui: SystemUi;
  properties: SystemProperties;
  storage: () => { usedBytes: number; limitBytes: number };
}

/** The calls as the device's main thread answers them. */
export function createSystemCalls({ ui, properties, storage }: SystemCallTargets): SystemCalls {
  return {
    getProperty: async (name) => properties.get(name),
    listProperties: async () => properties.list(),
    setProperty: (name, value) => properties.set(name, value),
    display: async () => {
      const { widthPx, heightPx, densityDpi } = ui.display;
      return { widthPx, heightPx, densityDpi };
    },
    capturePng: () => ui.display.capturePng(),
    capturePixels: async () => ui.display.picture(ui.display.widthPx, ui.display.heightPx).data(),
    touch: async (event) => {
      ui.input.touch(event);
    },
    key: async (keyCode, action) => {
      if (action !== "up") ui.input.key({ action: "down", keyCode, metaState: 0 });
      if (action !== "down") ui.input.key({ action: "up", keyCode, metaState: 0 });
    },
    text: async (text) => {
      ui.input.text(text);
    },
    apps: async () =>
      ui.activities.list().map(({ packageName, component, label }) => ({ packageName, component, label })),
    startApp: async (packageName) => ui.activities.start(packageName),
    forceStop: async (packageName) => {
      ui.activities.forceStop(packageName);
    },
    foregroundApp: async () => {
      const { packageName, component, label } = ui.activities.foreground();
      return { packageName, component, label };
    },
    storage: async () => storage(),
    uptimeS: async () => process.uptime(),
  };
}
