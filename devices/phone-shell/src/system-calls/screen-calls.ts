import type { ScrollEvent, TouchEvent } from "@terrarium/adb-device/ports/input";
import type { Hierarchy } from "@terrarium/phone-system/system-ui";

interface DisplayInfo {
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  rotation: number;
  /** Size and density before rotation and before overrides by `wm size` and `wm density`. */
  physical: { widthPx: number; heightPx: number; densityDpi: number };
}

/** The screen's power state, for `dumpsys power`. */
interface PowerInfo {
  awake: boolean;
  locked: boolean;
}

/** Calls of commands that read the screen or send it input. */
export interface ScreenCalls {
  display(): Promise<DisplayInfo>;
  capturePng(): Promise<Uint8Array>;
  /** Returns the screen's pixels: RGBA, row by row. */
  capturePixels(): Promise<Uint8Array>;
  hierarchy(): Promise<Hierarchy>;
  /** Resolves when the screen is still and the apps have loaded their content, or after a timeout. */
  screenAtRest(): Promise<void>;
  touch(event: TouchEvent): Promise<void>;
  /** Puts a finger down and lifts it at once, so that nothing changes beneath it even on a busy device. */
  tap(place: Omit<TouchEvent, "action">): Promise<void>;
  scroll(event: ScrollEvent): Promise<void>;
  /** Presses and releases a key, or does only one of both. */
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
