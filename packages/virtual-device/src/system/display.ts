/** The device's screen as the rest of the device sees it: shell commands and the mirror use it, the UI provides it. */
export interface Display {
  /** Current size in pixels, after rotation, and density in dots per inch (160 = 1 px per dp). */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly densityDpi: number;
  /** The screen as it is now, as a PNG file. Draws a pending frame first. */
  capturePng(): Promise<Uint8Array>;
  /** The screen as it is now, scaled to the given size. Draws a pending frame first. Read it before you next yield. */
  picture(widthPx: number, heightPx: number): Picture;
  /** Calls the listener after each drawn frame; a screen at rest draws none. Returns the function that stops it. */
  onFrame(listener: () => void): () => void;
}

/** Pixels in memory: RGBA, 4 bytes a pixel, row after row. */
interface Picture {
  readonly width: number;
  readonly height: number;
  /** Copies the pixels. */
  data(): Uint8Array;
}

/** What can be seen and touched: the source of `uiautomator dump`. */
export interface ScreenNode {
  kind: "view" | "text" | "icon" | "field" | "scroll";
  /** What is written there; for a field its content. */
  text: string;
  /** What it is called where there is no text (content description). */
  label: string;
  /** Visible part, in pixels. */
  bounds: { left: number; top: number; right: number; bottom: number };
  clickable: boolean;
  scrollable: boolean;
  focused: boolean;
  packageName: string;
}

/** The device's one clipboard. */
export interface Clipboard {
  get(): string;
  set(text: string): void;
  onChange(listener: (text: string) => void): () => void;
}

/** MotionEvent actions (AOSP MotionEvent.java), in the words this device uses. */
export type TouchAction = "down" | "move" | "up" | "cancel";

export interface TouchEvent {
  action: TouchAction;
  /** Distinguishes fingers; any number. */
  pointerId: number;
  xPx: number;
  yPx: number;
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

/** Where input enters the system, whether from `input`, from scrcpy control or from a test. Never throws on odd values. */
export interface Input {
  touch(event: TouchEvent): void;
  key(event: KeyEvent): void;
  scroll(event: ScrollEvent): void;
  /** Commits text (any Unicode) to the focused field, as an input method does; without one, its characters are keys for the app. */
  text(text: string): void;
}

export interface InstalledApp {
  /** For example com.terrarium.notes */
  packageName: string;
  /** For example com.terrarium.notes/.MainActivity */
  component: string;
  label: string;
}

/** What `am`, `pm` and `monkey` act on. */
export interface Activities {
  list(): readonly InstalledApp[];
  /** Brings the app to the front; false if no such package is installed. */
  start(packageName: string): boolean;
  /** Ends the app; the home screen shows if it was in front. */
  forceStop(packageName: string): void;
  foreground(): InstalledApp;
}

/** The whole of the system UI and the apps, as `ui/` provides it. */
export interface SystemUi {
  readonly display: Display;
  readonly input: Input;
  readonly activities: Activities;
  readonly clipboard: Clipboard;
  /** The visible nodes in the order in which they are painted. Draws a pending frame first. */
  nodes(): readonly ScreenNode[];
  dispose(): void;
}
