import type { BothEnds } from "./both-ends.ts";

/** A rectangle in pixels of the screen as it is turned now; right and bottom are the first that are not in it. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What the tools read of a node of the screen's tree, as Android's `uiautomator dump` tells it. */
export interface ScreenNode {
  text: string;
  /** `package:id/name`, or empty. */
  id: string;
  className: string;
  packageName: string;
  description: string;
  bounds: Bounds;
  checkable: boolean;
  checked: boolean;
  clickable: boolean;
  enabled: boolean;
  focused: boolean;
  longClickable: boolean;
  password: boolean;
  scrollable: boolean;
  selected: boolean;
  children: readonly ScreenNode[];
}

export interface Point {
  x: number;
  y: number;
}

export type MouseButton = "left" | "right" | "middle";

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
  /** Milliseconds. */
  lifetimeMs?: number | undefined;
  /** The snapshot whose files it begins with. */
  snapshotName?: string | undefined;
}

export interface SnapshotSummary {
  name: string;
  /** Whose files it has, and what that was made of. Null: not known. */
  device: string | null;
  deviceName: string | null;
  template: string | null;
}

export interface ShellResult {
  stdout: BothEnds;
  stderr: BothEnds;
  exitCode: number;
  /** It was ended because its time was over. */
  timedOut: boolean;
}

export interface FileEntry {
  name: string;
  isFolder: boolean;
  sizeBytes: number;
}

/**
 * What the tools ask of devices, for one caller. Whatever is refused or fails rejects with an Error whose message says
 * what to do.
 */
export interface Devices {
  /** Gives one up that is not ready when the signal aborts. */
  start(device: NewDevice, signal: AbortSignal): Promise<DeviceSummary>;
  list(): Promise<DeviceSummary[]>;
  stop(deviceId: string): Promise<void>;
  /** Keeps the files of a Linux sandbox's home for new ones, as a snapshot of this name. */
  keep(deviceId: string, snapshotName: string): Promise<void>;
  /** The team's, newest first. */
  snapshots(): Promise<SnapshotSummary[]>;
  /** The roots of what is on the screen: mostly one, and what has come up over it. */
  screen(deviceId: string): Promise<readonly ScreenNode[]>;
  /** The screen as a PNG file. */
  picture(deviceId: string): Promise<Uint8Array>;
  /** The page in front of a browser, as Markdown: the whole of it, but what is hidden. */
  page(deviceId: string): Promise<string>;
  /** A finger that stays for `holdMs`, if given; of a device with a mouse, its left button. */
  tap(deviceId: string, at: Point, holdMs?: number): Promise<void>;
  /** Only of a device with a mouse. */
  click(deviceId: string, at: Point, button: MouseButton, times: 1 | 2): Promise<void>;
  swipe(deviceId: string, from: Point, to: Point, durationMs: number): Promise<void>;
  /** Brings what is at one point to the other: by a finger, or by a wheel at the first. */
  scroll(deviceId: string, from: Point, to: Point, durationMs: number): Promise<void>;
  /** Types into what has the focus, in whatever script. */
  type(deviceId: string, text: string): Promise<void>;
  /** Android's key codes, one after another. */
  press(deviceId: string, keyCodes: readonly number[]): Promise<void>;
  /** The same, all at once. */
  combine(deviceId: string, keyCodes: readonly number[]): Promise<void>;
  /** The packages, or of a Linux machine the programs, that can be opened. */
  apps(deviceId: string): Promise<string[]>;
  openApp(deviceId: string, packageName: string): Promise<void>;
  openLink(deviceId: string, url: string): Promise<void>;
  shell(deviceId: string, command: string, timeoutMs: number, signal: AbortSignal): Promise<ShellResult>;
  listFiles(deviceId: string, path: string): Promise<FileEntry[]>;
  /** A part of a file, and how large the whole is. The device has to send what is before it too, until the signal aborts. */
  readFile(
    deviceId: string,
    path: string,
    offset: number,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; sizeBytes: number }>;
  writeFile(deviceId: string, path: string, content: Uint8Array): Promise<void>;
}
