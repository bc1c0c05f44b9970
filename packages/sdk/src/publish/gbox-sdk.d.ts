/** The types of the package `gbox-sdk` that a server hands out; bundle.test.ts holds them against the code. */

export interface ClientOptions {
  /** Default: the environment variable GBOX_API_KEY. */
  apiKey?: string;
  /** Default: the environment variable GBOX_BASE_URL, else http://localhost:3000. */
  baseUrl?: string;
}

export interface Box {
  id: string;
  type: "android";
  status: "pending" | "running" | "error" | "terminated";
  /** Why it is no longer running. */
  reason: string | null;
  config: {
    /** What people call it. */
    name: string | null;
    templateId: string;
    deviceType: "virtual";
    /** Cores. */
    cpu: number;
    /** MB. */
    memory: number;
    /** Pixels. */
    resolution: { width: number; height: number };
    labels: Record<string, string>;
  };
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
}

export interface CreateBoxOptions {
  /** Sent again with the same key, for example after a timeout, it answers the same sandbox. Default: a new one. */
  idempotencyKey?: string;
  config?: {
    /** What people call it. */
    name?: string;
    /** Default: the phone template. */
    templateId?: string;
    /** Lifetime, for example "5m"; default "60m". */
    expiresIn?: string;
    /** Shown as metadata in the console. */
    labels?: Record<string, string>;
  };
}

/** The client of the boxes API. Every method rejects with TerrariumError if its call fails. */
export declare class Terrarium {
  constructor(options?: ClientOptions);
  readonly boxes: {
    /** Creates a sandbox and resolves when its device is ready. */
    create(options?: CreateBoxOptions): Promise<Box>;
    get(boxId: string): Promise<Box>;
    /** A page of the team's sandboxes, newest first. */
    list(page?: {
      page?: number;
      pageSize?: number;
    }): Promise<{ data: Box[]; page: number; pageSize: number; total: number }>;
    /** Ends a sandbox; ending one that has ended changes nothing. */
    terminate(boxId: string): Promise<void>;
  };
}

export declare const Architecture: { readonly X86: "x86"; readonly ARM64: "arm64" };
export type Architecture = "x86" | "arm64";
export type KeyName = "enter" | "delete" | "back" | "home" | "space" | "up" | "down" | "left" | "right" | "menu";
/** Pixels from the left and from the top of the screen. */
export type Point = [x: number, y: number];

/** One Android device. Every method rejects with TerrariumError if its call fails. */
export interface AndroidGbox {
  readonly sandboxId: string;
  readonly arch: Architecture;
  keypress(key: KeyName): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Types into the focused field. */
  type(text: string): Promise<void>;
  drag(start: Point, end: Point, durationMs?: number): Promise<void>;
  scroll(start: Point, end: Point): Promise<void>;
  /** The screen as a data URL: `data:image/png;base64,…`. */
  screenshot(): Promise<string>;
  getDeviceScreenSize(): Promise<[width: number, height: number]>;
}
export declare const AndroidGbox: abstract new (...args: never[]) => AndroidGbox;

/** The client in the shape of the gbox alpha SDK. */
export declare class GboxClient {
  constructor(options?: ClientOptions);
  /** A device that is ready for use: a new one, which lives for 5 minutes, or the one of a sandbox. */
  initAndroid(options?: { arch?: Architecture; boxId?: string } | string): Promise<AndroidGbox>;
}

/** A call that failed. */
export interface TerrariumError extends Error {
  readonly code: string;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly requestId: string | undefined;
}
export declare const TerrariumError: abstract new (...args: never[]) => TerrariumError;
