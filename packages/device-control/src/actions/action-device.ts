import type { DeviceSession } from "../device/device-session.ts";
import type { Point } from "../input/device-input.ts";

/** The device of an action. */
export interface ActionDevice {
  sandboxId: string;
  session: DeviceSession;
  /** False for a touch screen. */
  hasMouse: boolean;
  /** Factor from screen coordinates to the caller's. */
  scale: number;
}

/** Converts a caller's point to pixels of the screen. */
export const onScreen = ({ x, y }: Point, scale: number): Point => ({ x: x / scale, y: y / scale });

/** Converts a point of the screen to the caller's scale. */
export const asCalled = ({ x, y }: Point, scale: number): Point => ({
  x: Math.round(x * scale),
  y: Math.round(y * scale),
});
