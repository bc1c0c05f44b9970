import type { Display, Rotation } from "@terrarium/adb-device/ports/display";
import type { Input } from "@terrarium/adb-device/ports/input";
import type { Clipboard, Panels } from "@terrarium/adb-device/ports/screen";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { ContentResolver } from "./content/content-resolver.ts";
import type { DeviceSettings } from "./device-settings.ts";

/** A visible or touchable element, in painting order. */
export interface ScreenNode {
  kind: "view" | "text" | "icon" | "field" | "scroll";
  /** Visible text; for a field its content. */
  text: string;
  /** Content description for elements without text. */
  label: string;
  /** Visible part, in pixels. */
  bounds: { left: number; top: number; right: number; bottom: number };
  clickable: boolean;
  scrollable: boolean;
  focused: boolean;
  packageName: string;
}

/** A node of the screen for agents. The toolkit of the user interface has a `UiNode` of its own. */
export type HierarchyNode = UiNode;

/** The screen's content for agents: the visible windows, lowest first, each with its tree. */
export interface Hierarchy {
  rotation: Rotation;
  windows: readonly HierarchyNode[];
}

export interface InstalledApp {
  /** For example org.example.notes */
  packageName: string;
  /** For example org.example.notes/.MainActivity */
  component: string;
  label: string;
}

/** A request to an app (AOSP Intent.java). */
export interface Intent {
  packageName?: string;
  /** For example android.intent.action.VIEW */
  action?: string;
  dataUri?: string;
  mimeType?: string;
  extras?: Readonly<Record<string, string>>;
}

/** Apps and their activities, for `am`, `pm` and `monkey`. */
export interface Activities {
  list(): readonly InstalledApp[];
  /** Brings the app to the front; returns false if the package is not installed. */
  start(packageName: string): boolean;
  /** Returns the app for the intent: the one it names, or the best match for its action, scheme and type. */
  resolve(intent: Intent): InstalledApp | undefined;
  /** Brings the app for the intent to the front and passes it the intent; returns false if there is none. */
  startIntent(intent: Intent): boolean;
  /** Returns the apps that were started and not stopped, most recently used first, without the home screen. */
  running(): readonly InstalledApp[];
  /** Ends the app, and shows the home screen if the app was in front. The app's background work continues. */
  stop(packageName: string): void;
  /** Ends the app and its background work, until it is started again. */
  forceStop(packageName: string): void;
  foreground(): InstalledApp;
  /**
   * Calls the listener when the front app or the set of running apps changes. Returns a function that removes the
   * listener.
   */
  onChange(listener: () => void): () => void;
}

/** The screen's power, controlled by the POWER, WAKEUP and SLEEP keys. */
export interface Power {
  readonly awake: boolean;
  /** Whether the lock screen is in front. */
  readonly locked: boolean;
  wake(): void;
  sleep(): void;
  /** Switches only the panel off or on, like scrcpy's display power: mirroring continues, and input still works. */
  setDisplay(on: boolean): void;
  readonly displayOn: boolean;
  /** Dismisses the lock screen, like `wm dismiss-keyguard`, and wakes the device. */
  unlock(): void;
}

/** A notification from an app. */
export interface NotificationContent {
  packageName: string;
  title: string;
  text: string;
  /** Id within the package; an existing notification with this id is replaced. */
  id?: string;
  /** Whether it also appears over the front app for some seconds. */
  urgent?: boolean;
  /** Whether it stays until it is cancelled, and cannot be swiped away. */
  ongoing?: boolean;
  /** Called on a tap; by default a tap opens the app. */
  onOpen?: () => void;
  actions?: readonly { label: string; onPress: () => void }[];
}

export interface PostedNotification extends NotificationContent {
  id: string;
  postedMs: number;
}

export interface Notifications {
  /** Returns all notifications, latest first. */
  list(): readonly PostedNotification[];
  /** Posts a notification and returns its id. */
  post(notification: NotificationContent): string;
  cancel(packageName: string, id: string): void;
}

/** The whole system UI with its apps, implemented by `phone-ui`. */
export interface SystemUi {
  readonly display: Display;
  readonly input: Input;
  readonly activities: Activities;
  readonly clipboard: Clipboard;
  readonly settings: DeviceSettings;
  readonly panels: Panels;
  readonly power: Power;
  readonly notifications: Notifications;
  /** The apps' data for other programs, by URI. */
  readonly content: ContentResolver;
  /** Ends an app and deletes all its data. */
  clearData(packageName: string): Promise<void>;
  /** Returns the visible nodes in painting order. Draws a pending frame first. */
  nodes(): readonly ScreenNode[];
  /** Returns the visible nodes as trees with Android's names, for `uiautomator dump`. Draws a pending frame first. */
  hierarchy(): Hierarchy;
  dispose(): void;
}
