import type { ScrollEvent, TouchEvent } from "@terrarium/adb-device/ports/input";
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
  /** Resolves when nothing moves on the screen and apps have read what they show, or after a while in which that did not come. */
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
