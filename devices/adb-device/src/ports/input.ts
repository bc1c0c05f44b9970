/** MotionEvent actions (AOSP MotionEvent.java), with this device's names. */
export type TouchAction = "down" | "move" | "up" | "cancel";

export interface TouchEvent {
  action: TouchAction;
  /** Number that identifies the finger. */
  pointerId: number;
  xPx: number;
  yPx: number;
  /** Whether it is the second mouse button, which acts as a long press. */
  secondary?: boolean;
  /** Time of the event in milliseconds of any monotonic clock, used for the speed of a swipe; now by default. */
  timeMs?: number;
}

export interface KeyEvent {
  action: "down" | "up";
  /** Android key code (AOSP KeyEvent.java), for example 3 = HOME, 4 = BACK, 66 = ENTER. */
  keyCode: number;
  /** Android meta state bits. */
  metaState: number;
}

export interface ScrollEvent {
  xPx: number;
  yPx: number;
  /** Wheel clicks; positive scrolls right / up, as in scrcpy and MotionEvent.AXIS_VSCROLL. */
  horizontal: number;
  vertical: number;
}

/** Mouse buttons as a bit set (AOSP MotionEvent.java, BUTTON_…). */
export const MOUSE_BUTTONS = { primary: 1, secondary: 2, tertiary: 4, back: 8, forward: 16 } as const;

/** State of a mouse: its position and its pressed buttons. */
export interface PointerEvent {
  xPx: number;
  yPx: number;
  buttons: number;
}

/** Input to the system, from `input`, from scrcpy control or from a test. Never throws for odd values. */
export interface Input {
  touch(event: TouchEvent): void;
  /** Handles mouse input on devices with a mouse. Without it, mouse buttons act as fingers, and hovering is ignored. */
  pointer?(event: PointerEvent): void;
  key(event: KeyEvent): void;
  scroll(event: ScrollEvent): void;
  /**
   * Commits any Unicode text to the focused field, like an input method. Without a focused field, the characters become
   * key events for the app.
   */
  text(text: string): void;
}
