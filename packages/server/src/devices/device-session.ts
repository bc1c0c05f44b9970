import type { DeviceFile, ScreenEvent } from "@terrarium/contract/proxy";
import type { Readable } from "node:stream";
import type { DeviceAddress } from "../providers/provider.ts";

/** What is needed to reach a running sandbox's device. */
export interface DeviceTarget {
  sandboxId: string;
  address: DeviceAddress;
  /** PKCS#8 PEM of the RSA key that the device accepts. */
  adbPrivateKeyPem: string;
}

export interface CommandResult {
  stdout: Uint8Array;
  stderr: Uint8Array;
  exitCode: number;
}

/** An interactive terminal on the device. */
export interface ShellSession {
  write(bytes: Uint8Array): void;
  resize(rows: number, columns: number): void;
  /** Resolves with the exit code when the shell ends. */
  readonly exited: Promise<number>;
  /** Terminal output; pausing it holds the device back. */
  readonly output: Readable;
  close(): void;
}

/** Somebody who watches. Calls must not throw; a viewer that cannot keep up asks for a new key frame itself. */
export interface ScreenViewer {
  event(event: ScreenEvent): void;
  /** One scrcpy packet: 12-byte header and Annex B data. The first ones a viewer gets are configuration and a key frame. */
  packet(packet: Uint8Array, isKeyFrame: boolean): void;
  /** The stream is over: the device ended or its mirror failed. */
  end(detail: string): void;
}

export interface ScreenSubscription {
  /** Sends one scrcpy control message to the device. */
  control(message: Uint8Array): void;
  /** Asks for a fresh key frame, for this viewer's sake. */
  requestKeyFrame(): void;
  close(): void;
}

/** One ADB connection and at most one screen stream to a sandbox's device, shared by all who use it. */
export interface DeviceSession {
  /** Runs a shell command line and collects its output (at most 32 MiB). Rejects with AppError device_failed. */
  run(command: string, options?: { timeoutMs?: number }): Promise<CommandResult>;
  screenshotPng(): Promise<Uint8Array>;
  openShell(size: { rows: number; columns: number }): Promise<ShellSession>;
  listFiles(path: string): Promise<DeviceFile[]>;
  readFile(path: string): Promise<{ sizeBytes: number; content: Readable }>;
  writeFile(path: string, content: Readable): Promise<void>;
  watchScreen(viewer: ScreenViewer): Promise<ScreenSubscription>;
  close(): Promise<void>;
}

export interface DeviceSessions {
  /** The session of a sandbox's device, connected on first use and again after it broke. */
  get(target: DeviceTarget): Promise<DeviceSession>;
  /** Ends a sandbox's session, if there is one: its viewers and shells are told why. */
  end(sandboxId: string, detail: string): Promise<void>;
  closeAll(): Promise<void>;
}
