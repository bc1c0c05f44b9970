import { setTimeout } from "node:timers/promises";
import type { KeyEvent, ScrollEvent, TouchEvent } from "@terrarium/adb-device/ports/input";
import type { SystemServer } from "@terrarium/phone-system/system-server";
import type { Hierarchy } from "@terrarium/phone-system/system-ui";

interface DisplayInfo {
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  rotation: number;
  /** The same before rotation and before `wm size` or `wm density` put another in its place. */
  physical: { widthPx: number; heightPx: number; densityDpi: number };
}

/** The screen's power, as `dumpsys power` tells it. */
interface PowerInfo {
  awake: boolean;
  locked: boolean;
}

/** What commands ask of the screen, and how input comes to it. */
export interface ScreenCalls {
  display(): Promise<DisplayInfo>;
  capturePng(): Promise<Uint8Array>;
  /** The screen's pixels: RGBA, row after row. */
  capturePixels(): Promise<Uint8Array>;
  hierarchy(): Promise<Hierarchy>;
  /** Resolves when nothing moves on the screen any more, or has not come to rest for a while. */
  screenAtRest(): Promise<void>;
  touch(event: TouchEvent): Promise<void>;
  /** Puts a finger down and lifts it at once, so that nothing changes beneath it however busy the device is. */
  tap(place: Omit<TouchEvent, "action">): Promise<void>;
  scroll(event: ScrollEvent): Promise<void>;
  /** Presses and releases a key, or only goes one way. */
  key(keyCode: number, action: "press" | "down" | "up", metaState?: number): Promise<void>;
  text(text: string): Promise<void>;
  panel(action: "expandNotifications" | "expandSettings" | "collapse"): Promise<void>;
  power(): Promise<PowerInfo>;
  setPower(action: "wake" | "sleep" | "unlock"): Promise<void>;
  getClipboard(): Promise<string>;
  setClipboard(text: string): Promise<void>;
  notifications(): Promise<
    { id: string; packageName: string; title: string; text: string; postedMs: number; ongoing: boolean }[]
  >;
  postNotification(notification: { packageName: string; id: string; title: string; text: string }): Promise<void>;
  cancelNotification(packageName: string, id: string): Promise<void>;
}

/** A fling takes up to some two seconds; what turns for ever is not waited for. */
const restPatienceMs = 2_500;
const restLookMs = 16;

export function createScreenCalls(system: SystemServer): ScreenCalls {
  const key = (action: KeyEvent["action"], keyCode: number, metaState: number) =>
    system.ui.input.key({ action, keyCode, metaState });
  return {
    display: async () => {
      const { widthPx, heightPx, densityDpi, rotation, physical } = system.ui.display;
      return { widthPx, heightPx, densityDpi, rotation, physical: { ...physical } };
    },
    capturePng: async () => system.ui.display.capturePng(),
    capturePixels: async () => {
      const { display } = system.ui;
      return display.picture(display.widthPx, display.heightPx).data();
    },
    hierarchy: async () => system.ui.hierarchy(),
    screenAtRest: async () => {
      const giveUpMs = performance.now() + restPatienceMs;
      while (system.ui.display.moving && performance.now() < giveUpMs) await setTimeout(restLookMs);
    },
    touch: async (event) => system.ui.input.touch(event),
    tap: async (place) => {
      const { input } = system.ui;
      input.touch({ ...place, action: "down" });
      input.touch({ ...place, action: "up" });
    },
    scroll: async (event) => system.ui.input.scroll(event),
    key: async (keyCode, action, metaState = 0) => {
      if (action !== "up") key("down", keyCode, metaState);
      if (action !== "down") key("up", keyCode, metaState);
    },
    text: async (text) => system.ui.input.text(text),
    panel: async (action) => system.ui.panels[action](),
    power: async () => {
      const { awake, locked } = system.ui.power;
      return { awake, locked };
    },
    setPower: async (action) => system.ui.power[action](),
    getClipboard: async () => system.ui.clipboard.get(),
    setClipboard: async (text) => system.ui.clipboard.set(text),
    notifications: async () =>
      system.ui.notifications.list().map(({ id, packageName, title, text, postedMs, ongoing = false }) => ({
        id,
        packageName,
        title,
        text,
        postedMs,
        ongoing,
      })),
    postNotification: async (notification) => {
      system.ui.notifications.post(notification);
    },
    cancelNotification: async (packageName, id) => system.ui.notifications.cancel(packageName, id),
  };
}
