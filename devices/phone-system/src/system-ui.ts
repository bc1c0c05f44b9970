import type { Display, Rotation } from "@terrarium/adb-device/ports/display";
import type { Input } from "@terrarium/adb-device/ports/input";
import type { Clipboard, Panels } from "@terrarium/adb-device/ports/screen";
import type { ContentResolver } from "./content/content-resolver.ts";
import type { DeviceSettings } from "./device-settings.ts";

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

/** The whole of the system UI and the apps, as `phone-ui` provides it. */
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
