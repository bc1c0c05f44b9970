/** MotionEvent actions (AOSP MotionEvent.java), in the words this device uses. */
export type TouchAction = "down" | "move" | "up" | "cancel";

export interface TouchEvent {
  action: TouchAction;
  /** Distinguishes fingers; any number. */
  pointerId: number;
  xPx: number;
  yPx: number;
  /** The other button of a mouse, which does what a finger does that stays. */
  secondary?: boolean;
  /** When it happened, in milliseconds of any steady clock, for the speed of a swipe; now, if not told. */
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

/** Buttons of a mouse, added up (AOSP MotionEvent.java, BUTTON_…). */
export const mouseButtons = { primary: 1, secondary: 2, tertiary: 4, back: 8, forward: 16 } as const;

/** A mouse: where it is now, and which of its buttons are down. */
export interface PointerEvent {
  xPx: number;
  yPx: number;
  buttons: number;
}

/** Where input enters the system, whether from `input`, from scrcpy control or from a test. Never throws on odd values. */
export interface Input {
  touch(event: TouchEvent): void;
  /** Of devices that have a mouse; without it, one touches as a finger does, and what hovers is passed over. */
  pointer?(event: PointerEvent): void;
  key(event: KeyEvent): void;
  scroll(event: ScrollEvent): void;
  /** Commits text (any Unicode) to the focused field, as an input method does; without one, its characters are keys for the app. */
  text(text: string): void;
}
