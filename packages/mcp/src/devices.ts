import type { UiNode } from "@terrarium/ui-tree/ui-node";

export interface Point {
  x: number;
  y: number;
}

export type Direction = "up" | "down" | "left" | "right";

export type MouseButton = "left" | "right" | "middle";

/**
 * State of an app or page that was opened. "asking": a page shows a dialog first. "loading": a page without all of its
 * content. "waiting": the previous page or window is still in front.
 */
export const OPEN_STATES = ["loaded", "asking", "loading", "waiting"] as const;
export type OpenState = (typeof OPEN_STATES)[number];

export interface DeviceSummary {
  id: string;
  name: string | null;
  template: string;
  status: string;
  expiresAt: string;
}

export interface NewDevice {
  name?: string | undefined;
  templateId?: string | undefined;
  /** Lifetime in milliseconds. */
  lifetimeMs?: number | undefined;
  /** Snapshot whose files the new sandbox starts with. */
  snapshotName?: string | undefined;
  /** For a phone: random values follow from it. */
  seed?: string | undefined;
  /** For a phone: "real", or a first time and a speed, such as `2026-03-04T09:41:00Z@0`. */
  clock?: string | undefined;
}

export interface SnapshotSummary {
  name: string;
  /** The sandbox whose files the snapshot contains, and its template. Null: unknown. */
  device: string | null;
  deviceName: string | null;
  template: string | null;
}

export interface TemplateSummary {
  id: string;
  name: string;
  /** Device in a few words. */
  about: string;
}

/** The app in front of a phone. */
export interface Front {
  /** Component of the activity with the focus: `com.android.settings/.Settings`. */
  component: string;
  /** Whether the notification shade or the lock screen covers it. */
  isCovered: boolean;
  hasKeyboard: boolean;
}

export interface CommandEnd {
  exitCode: number;
  /** Whether the command was ended by its timeout. */
  timedOut: boolean;
}

/** A running command. The signal ends it on the device, with its children. */
export interface CommandUse {
  timeoutMs: number;
  signal: AbortSignal;
  onOutput: (name: "stdout" | "stderr", bytes: Uint8Array) => void;
}

export interface FileEntry {
  name: string;
  isFolder: boolean;
  sizeBytes: number;
}

/**
 * Operations of the tools on devices, for one caller. Paths of files start where the shell does, unless they start with
 * a slash. A refusal or failure rejects with an Error whose message says
 * what to do.
 */
export interface Devices {
  /** Starts a device. When the signal aborts, a device that is not ready is given up. */
  start(device: NewDevice, signal: AbortSignal): Promise<DeviceSummary>;
  list(): Promise<DeviceSummary[]>;
  /** Returns the templates of new devices that can be started now. */
  templates(): Promise<TemplateSummary[]>;
  stop(deviceId: string): Promise<void>;
  /** Extends a device's life to at least this long from now. */
  extend(deviceId: string, lifetimeMs: number): Promise<DeviceSummary>;
  /** Saves the files of a Linux sandbox's home for new sandboxes, as a snapshot of this name. */
  keep(deviceId: string, snapshotName: string): Promise<void>;
  /** Returns the team's snapshots, newest first. */
  snapshots(): Promise<SnapshotSummary[]>;
  /** Returns the roots of the screen's tree: usually one, and any windows above it. */
  screen(deviceId: string): Promise<readonly UiNode[]>;
  /** Returns the app in front of a phone. Undefined for other devices, and if it is unknown. */
  front(deviceId: string): Promise<Front | undefined>;
  /** Returns a screenshot as a PNG file. */
  picture(deviceId: string): Promise<Uint8Array>;
  /** Returns the browser's front page as Markdown, complete except for hidden content. */
  page(deviceId: string): Promise<string>;
  /** Taps with a finger, or with the left button on a device with a mouse. `holdMs` is the time until the release. */
  tap(deviceId: string, at: Point, holdMs?: number): Promise<void>;
  /** Clicks. Only for devices with a mouse. */
  click(deviceId: string, at: Point, button: MouseButton, times: 1 | 2): Promise<void>;
  swipe(deviceId: string, from: Point, to: Point, durationMs: number): Promise<void>;
  /**
   * Shows more content in a direction around a point, by a distance in pixels, with a finger or the mouse wheel. The
   * content does not scroll on by itself.
   */
  scroll(deviceId: string, at: Point, direction: Direction, distancePx: number): Promise<void>;
  /** Types into the focused field, in any script. `clear` empties it first, `enter` presses enter afterwards. */
  type(deviceId: string, text: string, options: { clear: boolean; enter: boolean }): Promise<void>;
  /** Presses keys together, by Android's key codes. */
  press(deviceId: string, keyCodes: readonly number[]): Promise<void>;
  /** Returns the packages that can be opened, or the programs of a Linux machine. */
  apps(deviceId: string): Promise<string[]>;
  /** Opens an app. A program of a desktop opens in its own time: the state says whether its window has the focus. */
  openApp(deviceId: string, packageName: string): Promise<OpenState>;
  /** Opens a link, in the front tab of a browser unless `newTab`. */
  openLink(deviceId: string, url: string, options: { newTab: boolean }): Promise<OpenState>;
  /** Brings a tab of the browser to the front, or closes it. `tabId` is a tab node's id. */
  tab(deviceId: string, tabId: string, verb: "switch" | "close"): Promise<void>;
  /**
   * Sets the list, slider, date, time or color field of a browser's page at a point. Returns the value that it has then.
   */
  setControl(deviceId: string, at: Point, text: string): Promise<string>;
  /**
   * Gives a file of the device to the file chooser that a tap on the point opens, or to the open one. Returns its path.
   */
  upload(deviceId: string, path: string, at: Point | undefined): Promise<string>;
  shell(deviceId: string, command: string, use: CommandUse): Promise<CommandEnd>;
  listFiles(deviceId: string, path: string): Promise<FileEntry[]>;
  /**
   * Returns a part of a file and the size of the complete file. The device must also send the bytes before it, until
   * the signal aborts.
   */
  readFile(
    deviceId: string,
    path: string,
    offset: number,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; sizeBytes: number }>;
  writeFile(deviceId: string, path: string, content: Uint8Array): Promise<void>;
  /** Loads a file from an http or https address that the device may reach. Returns its size in bytes. */
  fetchFile(deviceId: string, path: string, url: string, signal: AbortSignal): Promise<number>;
  /** Sends a file by PUT to an http or https address that the device may reach. Returns its size in bytes. */
  sendFile(deviceId: string, path: string, url: string, signal: AbortSignal): Promise<number>;
}
