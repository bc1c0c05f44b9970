import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import type { Egress } from "@terrarium/egress/egress";
import type { Clock } from "@terrarium/phone-system/clock";
import type { ContentProvider } from "@terrarium/phone-system/content/content-provider";
import type { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import type { DeviceSettings } from "@terrarium/phone-system/device-settings";
import type { Random } from "@terrarium/phone-system/random";
import type { Intent, NotificationContent } from "@terrarium/phone-system/system-ui";
import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";
import type { ComponentType } from "react";
import type { Languages } from "./language.ts";
import type { SystemStore } from "./system-store.ts";

/** A key that reaches an app when no field is focused: a typed character, "enter" or "delete". */
export type AppKey = { character: string } | { name: "enter" | "delete" };

/** System services for the screens and apps. */
export interface SystemServices {
  readonly store: SystemStore;
  /** Start time of the system, as epoch ms. */
  readonly startedMs: number;
  readonly dataDir: string;
  readonly log: (message: string) => void;
  readonly settings: DeviceSettings;
  /** The device's files by their paths on the device, shared with the shell. */
  readonly files: DeviceFiles;
  readonly clipboard: Clipboard;
  /** The time of day. */
  readonly clock: Clock;
  /** The phone's random values. */
  readonly random: Random;
  /** Network access of apps. */
  readonly egress: Egress;
  /** The device's own sockets, reached through its loopback address. */
  readonly sockets: Pick<DeviceSockets, "connect">;
  readonly apps: readonly App[];
  readonly languages: Languages;
  /** Host files with the keys that are authorized to debug the device. */
  readonly authorizedKeyFiles: readonly string[];
  /** Brings a matching app to the front and passes it the intent; returns false if no app matches. */
  startActivity(intent: Intent): boolean;
  startApp(packageName: string): void;
  /** Brings the app for this intent to the front without passing it the intent. The app keeps its open page. */
  startAppFor(intent: Intent): void;
  /** Stops an app; its unsaved data is lost. */
  stopApp(packageName: string): void;
  /** Stops an app and its work without a window, such as ringing, until the app is started again. */
  forceStopApp(packageName: string): void;
  /** Handles an app's error during rendering: stops the app and informs the user and the operator. */
  reportCrash(packageName: string, error: unknown): void;
  /** Stops an app and removes all its stored data. */
  clearAppData(packageName: string): Promise<void>;
  goHome(): void;
  /** Shows a short message near the bottom that disappears by itself. */
  readonly showToast: (text: string) => void;
  /** Saves a screenshot in /sdcard/Pictures/Screenshots and returns its path. */
  takeScreenshot(): Promise<string>;
  /** Opens a shell in a terminal, with the same shell as the debug bridge. */
  openShell(size: TerminalSize): TerminalSession;
  /** Returns the notification's id. */
  notify(notification: NotificationContent): string;
  cancelNotification(packageName: string, id: string): void;
  /** Returns the name and icon of the app, or of the part of the system, that posts as this package. */
  notificationSource(packageName: string): { name: string; icon: AppIconDesign };
  /** Types into the focused field. */
  type(text: string): void;
  pressKey(keyCode: number): void;
  /** Moves the focus to the next field of the same window. */
  nextField(): void;
  hideKeyboard(): void;
  /** Runs a change not caused by a touch or key, such as a timer's, so that it is drawn at once. */
  readonly run: (change: () => void) => void;
  /** Lets reads of the screen wait for work that changes it at its end, if time passes only with actions. */
  readonly load: (work: Promise<unknown>) => void;
  /** Calls `tick` at this interval with a viewer. Without one, calls it before each read of the screen. */
  everyMs(intervalMs: number, tick: () => void): () => void;
  /**
   * Adds a BACK handler. The last handler of the app in front handles the next BACK. Returns the function that removes
   * it.
   */
  addBackHandler(packageName: string, handler: () => void): () => void;
  addKeyHandler(packageName: string, handler: (key: AppKey) => void): () => void;
}

/** Design of an app's icon: a glyph on a flat plate. */
export interface AppIconDesign {
  /** A glyph from @mdi/js. */
  path: string;
  /** Color of the plate (#rrggbb), with a contrast to the white glyph of at least 3. */
  color: string;
}

/** An action that an app supports, optionally limited to a URI scheme or a MIME type. */
export interface IntentFilter {
  /** For example android.intent.action.VIEW. */
  action: string;
  scheme?: string;
  /** For example image/png, or image/* for all images. */
  mimeType?: string;
}

/** The definition of an app. The phone reads everything about the app from it. */
export interface App {
  /** For example org.example.notes. Its only activity is `.MainActivity`. */
  packageName: string;
  /** The app's English texts: its name and those on its screens. Languages translate them. */
  strings: { readonly appName: string };
  icon: AppIconDesign;
  Screen: ComponentType;
  intents?: readonly IntentFilter[];
  /** Whether a new device shows the app in the dock of its home screen, which holds four apps. */
  docked?: boolean;
  /** Starts work without a window, such as ringing, when the device starts. Returns a function that stops it. */
  startBackground?: (services: SystemServices) => () => void;
  /** Returns the app's content for other programs, for example `content://sms`. Called once per phone. */
  contentProviders?: (storage: AppStorage) => readonly ContentProvider[];
  /** Returns texts of the user, such as names, whose words the keyboard suggests. Read while the keyboard is open. */
  userTexts?: (storage: AppStorage) => Iterable<string>;
  /** Clears data that the app holds in memory. The system then deletes the app's folder. */
  clearMemory?: (storage: AppStorage) => void;
}

/** Services that apps need to find their stored data. */
export type AppStorage = Pick<SystemServices, "dataDir" | "log" | "clock" | "random">;

/** The apps of a phone, as passed to the system. */
export interface InstalledApps {
  /** Apps in the order of the home screen. Of two equal filters, the one of the first app receives an intent. */
  readonly apps: readonly App[];
  /** Returns the apps' content for other programs, by URI. */
  contentOf(storage: AppStorage): ContentResolver;
  /** Removes all stored data of an app. The app must not be running. */
  clearData(storage: AppStorage, packageName: string): Promise<void>;
}
