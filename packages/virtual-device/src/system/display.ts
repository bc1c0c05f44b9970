import type { ContentResolver } from "./content/content-resolver.ts";
import type { DeviceSettings } from "./device-settings.ts";

/** The device's screen as the rest of the device sees it: shell commands and the mirror use it, the UI provides it. */
export interface Display {
  /** Current size in pixels, after rotation, and density in dots per inch (160 = 1 px per dp). */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly densityDpi: number;
  /** The same before rotation and before `wm size` or `wm density` put another in its place. */
  readonly physical: { widthPx: number; heightPx: number; densityDpi: number };
  /** Quarter turns from the device's own position, as in AOSP Surface.java. */
  readonly rotation: Rotation;
  /** Something moves on it, such as a list after a fling. */
  readonly moving: boolean;
  /** Calls the listener after the size has changed, as by rotation. Returns the function that stops it. */
  onResize(listener: () => void): () => void;
  /** Turns by a quarter between upright and sideways, as scrcpy's rotate does, and stays so. */
  rotate(): void;
  /** The screen as it is now, as a PNG file. Draws a pending frame first. */
  capturePng(): Promise<Uint8Array>;
  /** The screen as it is now, scaled to the given size. Draws a pending frame first. Read it before you next yield. */
  picture(widthPx: number, heightPx: number): Picture;
  /**
   * Calls the listener after each drawn frame with the rows in which it may differ from the one before; a screen at rest
   * draws none. Returns the function that stops it.
   */
  onFrame(listener: (changed: Rows) => void): () => void;
}

/** Rows of the screen, in pixels: from `top` to before `bottom`. */
export interface Rows {
  top: number;
  bottom: number;
}

export type Rotation = 0 | 1 | 2 | 3;

/** Pixels in memory: RGBA, 4 bytes a pixel, row after row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Copies the pixels. */
  data(): Uint8Array;
  /** Some rows of them, which may change when the screen is drawn next. */
  rows(top: number, count: number): Uint8Array;
}

/** What can be seen and touched, in the order in which it is painted. */
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

/** One node of `uiautomator dump` (AOSP AccessibilityNodeInfoDumper.java). */
export interface HierarchyNode {
  /** For example android.widget.Button */
  className: string;
  /** For example com.terrarium.notes:id/title; empty where there is none. */
  resourceId: string;
  text: string;
  contentDesc: string;
  packageName: string;
  /** Visible part, in pixels. */
  bounds: { left: number; top: number; right: number; bottom: number };
  checkable: boolean;
  checked: boolean;
  clickable: boolean;
  enabled: boolean;
  focusable: boolean;
  focused: boolean;
  scrollable: boolean;
  longClickable: boolean;
  password: boolean;
  selected: boolean;
  children: HierarchyNode[];
}

/** What an agent can work from: the windows that show, the lowest first, each with its tree. */
export interface Hierarchy {
  rotation: Rotation;
  windows: HierarchyNode[];
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

/** What is asked of an app (AOSP Intent.java). */
export interface Intent {
  packageName?: string;
  /** For example android.intent.action.VIEW */
  action?: string;
  dataUri?: string;
  mimeType?: string;
  extras?: Readonly<Record<string, string>>;
}

/** What `am`, `pm` and `monkey` act on. */
export interface Activities {
  list(): readonly InstalledApp[];
  /** Brings the app to the front; false if no such package is installed. */
  start(packageName: string): boolean;
  /** The app that takes the intent: the one it names, or the first that offers its action, scheme and type. */
  resolve(intent: Intent): InstalledApp | undefined;
  /** Brings the app that takes the intent to the front and hands it the intent; false if none takes it. */
  startIntent(intent: Intent): boolean;
  /** Started and not stopped, the most recently used first; the home screen is not among them. */
  running(): readonly InstalledApp[];
  /** Ends the app; the home screen shows if it was in front. What it does without a window goes on. */
  stop(packageName: string): void;
  /** Ends the app and all that it does without a window, until it is started again. */
  forceStop(packageName: string): void;
  foreground(): InstalledApp;
  /** Calls the listener when another app is in front or the running ones are others. Returns the function that stops it. */
  onChange(listener: () => void): () => void;
}

/** The shade with notifications and quick settings, as scrcpy and `cmd statusbar` drive it. */
interface Panels {
  expandNotifications(): void;
  expandSettings(): void;
  collapse(): void;
}

/** The screen's power, as the POWER, WAKEUP and SLEEP keys drive it. */
export interface Power {
  readonly awake: boolean;
  /** The lock screen is in front. */
  readonly locked: boolean;
  wake(): void;
  sleep(): void;
  /** Turns only the panel dark, as scrcpy's display power does: what is mirrored goes on, and input still works. */
  setDisplay(on: boolean): void;
  readonly displayOn: boolean;
  /** Takes the lock screen away, as `wm dismiss-keyguard` does; wakes the device too. */
  unlock(): void;
}

/** What an app has to say while it is not in front. */
export interface NotificationContent {
  packageName: string;
  title: string;
  text: string;
  /** Takes the place of the notification with the same id and package. */
  id?: string;
  /** Also comes down over what is in front for some seconds. */
  urgent?: boolean;
  /** Stays until it is cancelled: it cannot be swiped away. */
  ongoing?: boolean;
  /** A tap calls this; else it opens the app. */
  onOpen?: () => void;
  actions?: readonly { label: string; onPress: () => void }[];
}

export interface PostedNotification extends NotificationContent {
  id: string;
  postedMs: number;
}

export interface Notifications {
  /** The latest first. */
  list(): readonly PostedNotification[];
  /** Answers with the id. */
  post(notification: NotificationContent): string;
  cancel(packageName: string, id: string): void;
}

/** The whole of the system UI and the apps, as `ui/` provides it. */
export interface SystemUi {
  readonly display: Display;
  readonly input: Input;
  readonly activities: Activities;
  readonly clipboard: Clipboard;
  readonly settings: DeviceSettings;
  readonly panels: Panels;
  readonly power: Power;
  readonly notifications: Notifications;
  /** What the apps keep and other programs may use, by URI. */
  readonly content: ContentResolver;
  /** Removes all that an app keeps, and ends it. */
  clearData(packageName: string): Promise<void>;
  /** The visible nodes in the order in which they are painted. Draws a pending frame first. */
  nodes(): readonly ScreenNode[];
  /** The same as trees with Android's names, for `uiautomator dump`. Draws a pending frame first. */
  hierarchy(): Hierarchy;
  dispose(): void;
}
