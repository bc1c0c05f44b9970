import type { ControlMessage } from "@terrarium/scrcpy/control";
import type { ScreenSize } from "./screen-client.ts";

/** Receiver of input. */
export interface InputTarget {
  /** Size of the video. Positions are in its pixels. Undefined before the first frame. */
  readonly size: ScreenSize | undefined;
  send(message: ControlMessage): void;
  /**
   * Marks the device's next clipboard change as the user's copy, to be written to the user's clipboard. Valid for a
   * short time.
   */
  expectCopy(): void;
}
