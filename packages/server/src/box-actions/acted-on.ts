import type { Point } from "../devices/device-input.ts";
import type { DeviceSession } from "../devices/device-session.ts";

/** The device that an action is done on. */
export interface ActedOn {
  sandboxId: string;
  session: DeviceSession;
  /** A touch screen has none. */
  hasMouse: boolean;
  /** What coordinates of the screen are multiplied by for those who call. */
  scale: number;
}

/** A point as those who call say it, in pixels of the screen. */
export const onScreen = ({ x, y }: Point, scale: number): Point => ({ x: x / scale, y: y / scale });

/** A point of the screen as those who call say it. */
export const asCalled = ({ x, y }: Point, scale: number): Point => ({
  x: Math.round(x * scale),
  y: Math.round(y * scale),
});
