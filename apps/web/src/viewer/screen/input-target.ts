import type { ControlMessage } from "@terrarium/scrcpy/control";
import type { ScreenSize } from "./screen-client.ts";

/** Where input goes. */
export interface InputTarget {
  /** Of the video, in whose pixels positions are told; undefined before the first picture. */
  readonly size: ScreenSize | undefined;
  send(message: ControlMessage): void;
  /** What the device copies within a moment, the person did: it goes to their own clipboard. */
  expectCopy(): void;
}
