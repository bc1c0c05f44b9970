import type { Duplex, Readable } from "node:stream";
import type { DeviceFile, ScreenEvent } from "@terrarium/contract/proxy-messages";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import type { DeviceAddress } from "../base/device-address.ts";

/** What is needed to reach a running sandbox's device. */
export interface DeviceTarget {
  sandboxId: string;
  address: DeviceAddress;
  /** PKCS#8 PEM of the RSA key that the device accepts. */
  adbPrivateKeyPem: string;
  /** The team that shares the event loop with other teams; a device without one has a share of its own. */
  team?: string;
}

export interface CommandResult {
  stdout: Uint8Array;
  stderr: Uint8Array;
  exitCode: number;
}

/** A picture, row by row from the top, four bytes (red, green, blue, alpha) a pixel. */
export interface Pixels {
  widthPx: number;
  heightPx: number;
  rgba: Uint8Array;
}

/** Why a screen or a shell is over although its user did not close it; `detail` is a sentence for people. */
export interface SessionEnd {
  cause: "sandbox-ended" | "device-failed";
  detail: string;
}

export type ShellEnd = SessionEnd | { cause: "exit"; exitCode: number };

export type OutputName = "stdout" | "stderr";

/** How a command is run whose output is taken as it comes. */
export interface StreamedCommand {
  /** Input of the command; the device reads it as fast as it can. Must not throw. Default: empty. */
  stdin?: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
  /** Ends the command on the device, with all that it started; the call then rejects with the signal's reason. */
  signal: AbortSignal;
  /** The device waits until it resolves. Must not reject. */
  onOutput: (name: OutputName, bytes: Uint8Array) => Promise<void> | void;
}

/** An interactive terminal on the device. */
export interface ShellSession {
  /** Resolves when the device has taken the bytes, so that a flood of input can be held back. Never rejects. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves like `write`. */
  resize(rows: number, columns: number): Promise<void>;
  /** Resolves when the shell is over. Never rejects. */
  readonly ended: Promise<ShellEnd>;
  /** Terminal output; pausing it holds the device back. */
  readonly output: Readable;
  close(): void;
}

/** Somebody who watches. Calls must not throw; a viewer that cannot keep up drops packets and asks for a new start. */
export interface ScreenViewer {
  event(event: ScreenEvent): void;
  /** Annex B data. The first two packets that a viewer gets are configuration and key frame. */
  packet(packet: ReceivedPacket): void;
  end(end: SessionEnd): void;
}

export interface ScreenSubscription {
  /** Sends one scrcpy control message to the device. Resolves when the device has taken it. Never rejects. */
  control(message: Uint8Array): Promise<void>;
  /** Gives this viewer configuration and key frame anew, after which it can follow again. */
  restart(): void;
  close(): void;
}

/**
 * One ADB connection and at most one screen stream to a sandbox's device, shared by all who use it. What it is asked
 * rejects with AppError device_busy while too much else goes on (contract/limits, DEVICE_LIMITS), and with
 * sandbox_not_running once its sandbox is stopped or ended.
 */
export interface DeviceSession {
  /** Runs a shell command line with empty input and collects its output (at most 8 MiB). Rejects with AppError device_failed. */
  run(command: string, options?: { timeoutMs?: number }): Promise<CommandResult>;
  /** Runs a shell command line for as long as it takes; resolves with its exit code. Rejects with AppError device_failed, or device_busy where too many run. */
  stream(command: string, how: StreamedCommand): Promise<number>;
  /** Whether it is one of ours, and no real Android. */
  isVirtual(): Promise<boolean>;
  /** Types a text into what has the focus, in whatever script. Rejects with AppError device_failed. */
  typeText(text: string): Promise<void>;
  /** The screen as it is now. Rejects with AppError device_failed. */
  screenshotPng(): Promise<Uint8Array>;
  /** The same, not encoded. Rejects with AppError device_failed. */
  screenPixels(): Promise<Pixels>;
  openShell(size: { rows: number; columns: number }): Promise<ShellSession>;
  /** The device's log: what is kept of it, then each line as it comes. */
  openLog(): Promise<ShellSession>;
  /**
   * Folders first, then by name. Paths here and below count from the root, with or without a leading slash. Rejects with
   * AppError file_not_found, file_refused, or folder_too_large where there is more than a listing tells.
   */
  listFiles(path: string): Promise<DeviceFile[]>;
  /** As `statFile` of files.ts. Rejects with AppError file_not_found or file_refused. */
  statFile(path: string): Promise<DeviceFile>;
  /**
   * Rejects with AppError file_not_found or file_refused; the content fails with an AppError, too, device_failed where the
   * device gives nothing more. The size is what the device tells before sending.
   */
  readFile(path: string): Promise<{ sizeBytes: number; content: Readable }>;
  /**
   * Makes the folders above it, and takes `content` over, which is destroyed whatever becomes of it. Rejects if that ends
   * with an error; the device then keeps nothing of it.
   */
  writeFile(path: string, content: Readable): Promise<void>;
  watchScreen(viewer: ScreenViewer): Promise<ScreenSubscription>;
  /**
   * A connection to a socket on the device, by its address in words of `adb forward`; it ends with the session at the
   * latest. Rejects with AppError device_failed if nobody listens there, or device_busy where too many are open.
   */
  openSocket(address: string): Promise<Duplex>;
  close(): void;
}

export interface DeviceSessions {
  /** The session of a sandbox's device, connected on first use and again after it broke. Rejects with device_failed. */
  get(target: DeviceTarget): Promise<DeviceSession>;
  /** Those that have a session now. */
  sandboxIds(): string[];
  /** Ends a sandbox's session, if there is one: its viewers and shells are told why. */
  end(sandboxId: string, detail: string): Promise<void>;
  closeAll(): Promise<void>;
}
