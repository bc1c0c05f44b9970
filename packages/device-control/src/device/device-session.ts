import type { Duplex, Readable } from "node:stream";
import type { DeviceFile, ScreenEvent } from "@terrarium/contract/proxy-messages";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";

/** Address and key of a running sandbox's device. */
export interface DeviceTarget {
  sandboxId: string;
  address: DeviceAddress;
  /** PKCS#8 PEM of the RSA key that the device accepts. */
  adbPrivateKeyPem: string;
  /** Team with a common share of the event loop; a device without a team has its own share. */
  team?: string;
}

export interface CommandResult {
  stdout: Uint8Array;
  stderr: Uint8Array;
  exitCode: number;
}

/** An image in rows from the top, four bytes (red, green, blue, alpha) per pixel. */
export interface Pixels {
  widthPx: number;
  heightPx: number;
  rgba: Uint8Array;
}

/** Why a screen or shell ended although its user did not close it; `detail` is a user-visible sentence. */
export interface SessionEnd {
  cause: "sandbox-ended" | "device-failed";
  detail: string;
}

export type ShellEnd = SessionEnd | { cause: "exit"; exitCode: number };

export type OutputName = "stdout" | "stderr";

/** Options of a command with streamed output. */
export interface StreamedCommand {
  /** Input of the command; the device reads it as fast as it can. Must not throw. Default: empty. */
  stdin?: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
  /** Ends the command on the device with all its children; the call then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Receives output; the device waits until it resolves. Must not reject. */
  onOutput: (name: OutputName, bytes: Uint8Array) => Promise<void> | void;
}

/** An interactive terminal on the device. */
export interface ShellSession {
  /** Resolves when the device has accepted the bytes, so that callers can slow down floods. Never rejects. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves like `write`. */
  resize(rows: number, columns: number): Promise<void>;
  /** Resolves when the shell has ended. Never rejects. */
  readonly ended: Promise<ShellEnd>;
  /** Terminal output; pausing it slows the device. */
  readonly output: Readable;
  close(): void;
}

/** A viewer of the screen. Calls must not throw. A viewer that falls behind drops packets and requests a restart. */
export interface ScreenViewer {
  event(event: ScreenEvent): void;
  /** Receives Annex B data. The first two packets are configuration and key frame. */
  packet(packet: ReceivedPacket): void;
  end(end: SessionEnd): void;
}

export interface ScreenSubscription {
  /** Sends one scrcpy control message to the device. Resolves when the device has accepted it. Never rejects. */
  control(message: Uint8Array): Promise<void>;
  /** Sends configuration and key frame to this viewer again, after which it can follow the stream. */
  restart(): void;
  close(): void;
}

/**
 * One ADB connection and at most one screen stream to a sandbox's device, shared by all its users. Operations reject
 * with AppError device_busy under too much load (contract/limits, DEVICE_LIMITS), and with sandbox_not_running after
 * the sandbox was stopped or ended.
 */
export interface DeviceSession {
  /** Runs a shell command line with empty input and collects its output (at most 8 MiB). Rejects with AppError device_failed. */
  run(command: string, options?: { timeoutMs?: number }): Promise<CommandResult>;
  /**
   * Runs a shell command line without a timeout; resolves with its exit code. Rejects with AppError device_failed, or
   * device_busy if too many run.
   */
  stream(command: string, how: StreamedCommand): Promise<number>;
  /** Resolves with whether it is our virtual phone instead of Android. */
  isVirtual(): Promise<boolean>;
  /** Types a text of any script into the focused element. Rejects with AppError device_failed. */
  typeText(text: string): Promise<void>;
  /** Takes a screenshot. Rejects with AppError device_failed. */
  screenshotPng(): Promise<Uint8Array>;
  /** Reads the screen's pixels. Rejects with AppError device_failed. */
  screenPixels(): Promise<Pixels>;
  openShell(size: { rows: number; columns: number }): Promise<ShellSession>;
  /** Opens the device's log: stored lines first, then new ones. */
  openLog(): Promise<ShellSession>;
  /**
   * Lists a folder: folders first, then by name. All file paths start at the root, with or without a leading slash.
   * Rejects with AppError file_not_found, file_refused, or folder_too_large above the limit of a listing.
   */
  listFiles(path: string): Promise<DeviceFile[]>;
  /** Returns the facts of a file, like `statFile` of files.ts. Rejects with AppError file_not_found or file_refused. */
  statFile(path: string): Promise<DeviceFile>;
  /**
   * Opens a file. Rejects with AppError file_not_found or file_refused. The content also fails with an AppError, such
   * as device_failed if the device stops sending. The size is the device's own statement before the transfer.
   */
  readFile(path: string): Promise<{ sizeBytes: number; content: Readable }>;
  /**
   * Writes a file and creates its parent folders. Owns `content` and always destroys it. Rejects if `content` fails;
   * the device then keeps no part of it.
   */
  writeFile(path: string, content: Readable): Promise<void>;
  watchScreen(viewer: ScreenViewer): Promise<ScreenSubscription>;
  /**
   * Connects to a socket on the device, by its address in `adb forward` format. The connection ends with the session at
   * the latest. Rejects with AppError device_failed if no program listens there, or device_busy if too many are open.
   */
  openSocket(address: string): Promise<Duplex>;
  close(): void;
}

export interface DeviceSessions {
  /**
   * Returns the session of a sandbox's device. Connects on first use and again after the connection broke. Rejects with
   * device_failed.
   */
  get(target: DeviceTarget): Promise<DeviceSession>;
  /** Returns the sandboxes with a session. */
  sandboxIds(): string[];
  /** Ends a sandbox's session, if there is one; its viewers and shells receive the reason. */
  end(sandboxId: string, detail: string): Promise<void>;
  closeAll(): Promise<void>;
}
