import { join } from "node:path";
import type { KeyEvent, TouchEvent } from "@terrarium/adb-device/ports/input";
import { ContentResolver } from "../content/content-resolver.ts";
import { DeviceSettings } from "../device-settings.ts";
import type { InstalledApp, SystemUi } from "../system-ui.ts";

/** A screen that draws nothing and records calls, for tests of the debug bridge. */
export interface FakeSystemUi extends SystemUi {
  readonly touches: TouchEvent[];
  readonly keys: KeyEvent[];
  readonly texts: string[];
  readonly png: Buffer;
}

const home: InstalledApp = { packageName: "com.terrarium.home", component: "com.terrarium.home/.Home", label: "Home" };
const notes: InstalledApp = {
  packageName: "com.terrarium.notes",
  component: "com.terrarium.notes/.Main",
  label: "Notes",
};

/** Creates the fake; `folder` stores its settings. */
export function createFakeSystemUi(widthPx: number, heightPx: number, folder: string): FakeSystemUi {
  const settings = new DeviceSettings(join(folder, "settings.json"), () => undefined);
  const png = fakePng(widthPx, heightPx);
  const touches: TouchEvent[] = [];
  const keys: KeyEvent[] = [];
  const texts: string[] = [];
  let foreground = home;
  return {
    touches,
    keys,
    texts,
    png,
    display: {
      widthPx,
      heightPx,
      densityDpi: 320,
      physical: { widthPx, heightPx, densityDpi: 320 },
      rotation: 0,
      changing: false,
      onResize: () => () => undefined,
      rotate: () => undefined,
      capturePng: async () => png,
      picture: (width, height) => {
        const pixels = new Uint8Array(width * height * 4).fill(200);
        return {
          width,
          height,
          data: () => pixels,
          rows: (top, count) => pixels.subarray(top * width * 4, (top + count) * width * 4),
        };
      },
      onFrame: () => () => undefined,
    },
    input: {
      touch: (event) => touches.push(event),
      key: (event) => keys.push(event),
      scroll: () => undefined,
      text: (text) => texts.push(text),
    },
    activities: {
      list: () => [home, notes],
      start: (packageName) => {
        if (packageName !== notes.packageName) return false;
        foreground = notes;
        return true;
      },
      stop: () => (foreground = home),
      forceStop: () => (foreground = home),
      resolve: (intent) => [home, notes].find((app) => app.packageName === intent.packageName),
      startIntent: (intent) => {
        if (intent.packageName !== notes.packageName) return false;
        foreground = notes;
        return true;
      },
      running: () => (foreground === notes ? [notes] : []),
      foreground: () => foreground,
      onChange: () => () => undefined,
    },
    clipboard: { get: () => "", set: () => undefined, onChange: () => () => undefined },
    settings,
    panels: { expandNotifications: () => undefined, expandSettings: () => undefined, collapse: () => undefined },
    power: {
      awake: true,
      locked: false,
      wake: () => undefined,
      sleep: () => undefined,
      setDisplay: () => undefined,
      displayOn: true,
      unlock: () => undefined,
    },
    notifications: { list: () => [], post: () => "1", cancel: () => undefined },
    content: new ContentResolver([]),
    clearData: async () => undefined,
    nodes: () => [],
    hierarchy: () => ({ rotation: 0, windows: [] }),
    dispose: () => undefined,
  };
}

/** Returns varied bytes of a screenshot's size, so that lost data is noticed. */
function fakePng(widthPx: number, heightPx: number): Buffer {
  return Buffer.from(Uint32Array.from({ length: (widthPx * heightPx) / 4 }, (_, i) => i * 2654435761).buffer);
}
