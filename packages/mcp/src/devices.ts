import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { BothEnds } from "./both-ends.ts";

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
  /** Lifetime in milliseconds. */
  lifetimeMs?: number | undefined;
  /** Snapshot whose files the new sandbox starts with. */
  snapshotName?: string | undefined;
}

export interface SnapshotSummary {
  name: string;
  /** The sandbox whose files the snapshot contains, and its template. Null: unknown. */
  device: string | null;
  deviceName: string | null;
  template: string | null;
}

export interface ShellResult {
  stdout: BothEnds;
  stderr: BothEnds;
  exitCode: number;
  /** Whether the command was ended by its timeout. */
  timedOut: boolean;
}

export interface FileEntry {
  name: string;
  isFolder: boolean;
  sizeBytes: number;
}

/**
 * Operations of the tools on devices, for one caller. A refusal or failure rejects with an Error whose message says
 * what to do.
 */
export interface Devices {
  /** Starts a device. When the signal aborts, a device that is not ready is given up. */
  start(device: NewDevice, signal: AbortSignal): Promise<DeviceSummary>;
  list(): Promise<DeviceSummary[]>;
  stop(deviceId: string): Promise<void>;
  /** Saves the files of a Linux sandbox's home for new sandboxes, as a snapshot of this name. */
  keep(deviceId: string, snapshotName: string): Promise<void>;
  /** Returns the team's snapshots, newest first. */
  snapshots(): Promise<SnapshotSummary[]>;
  /** Returns the roots of the screen's tree: usually one, and any windows above it. */
  screen(deviceId: string): Promise<readonly UiNode[]>;
  /** Returns a screenshot as a PNG file. */
  picture(deviceId: string): Promise<Uint8Array>;
  /** Returns the browser's front page as Markdown, complete except for hidden content. */
  page(deviceId: string): Promise<string>;
  /** Taps with a finger, or with the left button on a device with a mouse. `holdMs` is the time until the release. */
  tap(deviceId: string, at: Point, holdMs?: number): Promise<void>;
  /** Clicks. Only for devices with a mouse. */
  click(deviceId: string, at: Point, button: MouseButton, times: 1 | 2): Promise<void>;
  swipe(deviceId: string, from: Point, to: Point, durationMs: number): Promise<void>;
  /** Moves the content at `from` to `to`, with a finger, or with the mouse wheel at `from`. */
  scroll(deviceId: string, from: Point, to: Point, durationMs: number): Promise<void>;
  /** Types into the focused field, in any script. */
  type(deviceId: string, text: string): Promise<void>;
  /** Presses keys one after another, by Android's key codes. */
  press(deviceId: string, keyCodes: readonly number[]): Promise<void>;
  /** Presses keys together, by Android's key codes. */
  combine(deviceId: string, keyCodes: readonly number[]): Promise<void>;
  /** Returns the packages that can be opened, or the programs of a Linux machine. */
  apps(deviceId: string): Promise<string[]>;
  openApp(deviceId: string, packageName: string): Promise<void>;
  openLink(deviceId: string, url: string): Promise<void>;
  shell(deviceId: string, command: string, timeoutMs: number, signal: AbortSignal): Promise<ShellResult>;
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
}
