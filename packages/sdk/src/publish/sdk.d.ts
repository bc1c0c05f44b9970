/// <reference lib="esnext.disposable" />
/** Types of the package that a server offers. The file calls.d.ts next to it is generated from the contract. */
import type {
  BoxActions,
  BoxCalls,
  BoxChanges,
  BoxCommands,
  BoxCommandsRunCodeInput,
  BoxCommandsRunInput,
  BoxFields,
  BoxFiles,
  BoxFilesInfoOutput,
  BoxGroups,
  BoxList,
  BoxMedia,
  BoxMediaAlbumOutput,
  BoxPackages,
  CreateBoxInput,
  CreateSnapshotInput,
  CreateWebhookInput,
  InstalledPackage,
  ListBoxesQuery,
  ListSnapshotsQuery,
  Snapshot,
  SnapshotList,
  Template,
  UpdateWebhookInput,
  WaitForInput,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "./calls.d.ts";

export type * from "./calls.d.ts";

export interface ClientOptions {
  /** Default: the environment variable TERRARIUM_API_KEY or GBOX_API_KEY. */
  apiKey?: string;
  /**
   * Default: the environment variable TERRARIUM_BASE_URL (or TERRARIUM_URL, GBOX_BASE_URL), else http://localhost:3000.
   */
  baseUrl?: string;
  /** WebSocket implementation for platforms without one (Node 20: the package `ws`). */
  webSocket?: typeof WebSocket;
}

/** Options that every call accepts in addition to its input. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Default: the timeout in the contract, extended by the duration in the input. */
  timeoutMs?: number;
  /** For calls with idempotency: a repeated call with the same key takes effect once. Default: a new key. */
  idempotencyKey?: string;
}

/**
 * A box: its fields from the server's latest response, and its methods. With `await using` it is ended at the end of
 * its block. Every method rejects with TerrariumError if its call fails.
 */
export interface Box extends BoxFields, BoxChanges, BoxCalls, BoxGroups, AsyncDisposable {
  readonly actions: Actions;
  readonly commands: Commands;
  readonly files: Files;
  readonly media: Media;
  readonly packages: Packages;
  /**
   * Returns an address that opens a port's server in a browser. The address of a private port has a token and works for
   * `expiresIn` (default: 180m).
   */
  portUrl(port: number, options?: { expiresIn?: string } & CallOptions): Promise<string>;
}

export interface Actions extends BoxActions {
  /**
   * Waits until an element is on the screen, and resolves with it. `wanted` is a selector, or text that the element
   * contains. The server watches the screen, and continues if the device cannot report it. Rejects with TimedOutError
   * after `timeoutMs`.
   */
  waitFor(wanted: WaitForInput, options?: WaitOptions): Promise<ScreenElement>;
}

export interface WaitOptions {
  /** Timeout. Default: 30 seconds. */
  timeoutMs?: number;
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** An element on a screen. Bounds are pixels of the screen in its current orientation. */
export interface ScreenElement {
  text: string;
  /** `package:id/name`, or empty. */
  id: string;
  description: string;
  className: string;
  packageName: string;
  clickable: boolean;
  enabled: boolean;
  focused: boolean;
  checked: boolean;
  selected: boolean;
  scrollable: boolean;
  bounds: { left: number; top: number; right: number; bottom: number };
}

export interface Media extends BoxMedia {
  /** Creates an album, optionally with media, stored under their file names. */
  createAlbum(input: { name: string; media?: readonly File[] }, options?: CallOptions): Promise<BoxMediaAlbumOutput>;
  /** Adds media to an album. */
  updateAlbum(
    input: { albumName: string; media: readonly File[] },
    options?: CallOptions,
  ): Promise<BoxMediaAlbumOutput>;
}

export interface Packages extends BoxPackages {
  /**
   * Installs an APK, replacing an earlier version. A virtual device rejects it and names the templates that support
   * APKs.
   */
  install(
    input: { apk: Blob | Uint8Array<ArrayBuffer>; open?: boolean },
    options?: CallOptions,
  ): Promise<InstalledPackage>;
}

export interface Commands extends BoxCommands, CommandStreams {}

/**
 * Output of a command as it arrives, and then its end. `code` and `message` give the reason if it was not run.
 * `base64`: the bytes of output that is not UTF-8 text; `data` is then incomplete.
 */
export type CommandEvent =
  | { event: "stdout" | "stderr"; data: string; base64?: string }
  | { event: "end"; exitCode: number; timedOut: boolean; code?: string; message?: string };

/** Bytes or text that arrive in pieces: a web or Node stream, or an async generator. */
export type ByteSource = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>;

/** Options of a command with streamed output. */
export interface StreamOptions extends Pick<CallOptions, "signal"> {
  /** Input of any length, sent as fast as the device accepts it, after the `stdin` of the command. Default: empty. */
  stdin?: ByteSource;
}

/** Commands with streamed output. Leaving the loop ends the command. */
export interface CommandStreams {
  /**
   * Runs a command. Yields its output as it arrives, and then its end. Rejects with the error of `stdin` if that fails.
   */
  stream(input: BoxCommandsRunInput, options?: StreamOptions): AsyncGenerator<CommandEvent, void, void>;
  /** Runs a script in the same way. */
  streamCode(input: BoxCommandsRunCodeInput, options?: StreamOptions): AsyncGenerator<CommandEvent, void, void>;
}

export interface Files extends BoxFiles, FileTransfers {}

/** Content of a file: complete, or in pieces. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | ByteSource;

/** Streams files of a box's device. Size is not limited; a transfer continues while data moves. */
export interface FileTransfers {
  /** Returns a file's content as a stream. The stream ends with an error if the transfer is interrupted. */
  download(path: string, options?: Pick<CallOptions, "signal">): Promise<ReadableStream<Uint8Array>>;
  /** Writes a file and creates missing parent folders. Returns the file's new metadata. */
  write(
    input: { path: string; content: string | Blob | Uint8Array<ArrayBuffer>; workingDir?: string },
    options?: CallOptions,
  ): Promise<BoxFilesInfoOutput>;
  /**
   * Writes a file of any size and creates missing parent folders. An existing file is replaced when all content has
   * arrived. Rejects with the error of the content if that fails.
   */
  upload(path: string, content: FileContent, options?: Pick<CallOptions, "signal">): Promise<void>;
}

export interface CreateBoxOptions extends CreateBoxInput {
  /** A repeated call with the same key, for example after a timeout, returns the same box. Default: a new key. */
  idempotencyKey?: string;
}

export interface BoxPage extends BoxList {
  data: Box[];
}

/** Snapshots of box files, kept by the API key's team. Every method rejects with TerrariumError if its call fails. */
export interface Snapshots {
  /** Saves the files of a running Linux box's home. The box keeps running. */
  create(boxId: string, body: CreateSnapshotInput, options?: CallOptions): Promise<Snapshot>;
  /** Returns a page of snapshots, newest first. */
  list(query?: ListSnapshotsQuery, options?: CallOptions): Promise<SnapshotList>;
  get(snapshotName: string, options?: CallOptions): Promise<Snapshot>;
  /** Deletes a snapshot. Boxes created from it keep their files. */
  delete(snapshotName: string, options?: CallOptions): Promise<void>;
}

/** Templates for boxes. Every method rejects with TerrariumError if its call fails. */
export interface Templates {
  /**
   * Returns all templates that the team may use. `missing` gives the reasons why the server cannot create boxes from
   * one.
   */
  list(options?: CallOptions): Promise<Template[]>;
}

/** Team, required with a session token. */
export interface OfTeam {
  organizationId?: string;
}

/**
 * Webhooks of the API key's team; the key needs the scope `manage`. With a session token each body names the team as
 * `organizationId`. Every method rejects with TerrariumError if its call fails.
 */
export interface Webhooks {
  /**
   * Creates a webhook that posts events of the team's boxes to an address. Keep the `secret` of the response: it signs
   * the deliveries.
   */
  create(body: CreateWebhookInput, options?: CallOptions): Promise<WebhookWithSecret>;
  /** Returns all webhooks, oldest first. */
  list(body?: OfTeam, options?: CallOptions): Promise<Webhook[]>;
  /** Changes the given fields. */
  update(webhookId: string, body: UpdateWebhookInput, options?: CallOptions): Promise<Webhook>;
  /** Replaces the secret. The old one also signs for one more day. */
  rotateSecret(webhookId: string, body?: OfTeam, options?: CallOptions): Promise<WebhookWithSecret>;
  /** Deletes a webhook and its deliveries. */
  delete(webhookId: string, body?: OfTeam, options?: CallOptions): Promise<void>;
  /** Sends the event `webhook.test`. */
  test(webhookId: string, body?: OfTeam, options?: CallOptions): Promise<WebhookDelivery>;
  /** Returns a page of deliveries, newest first. `before` is the id of the last delivery on the previous page. */
  deliveries(
    webhookId: string,
    body?: OfTeam & { before?: string },
    options?: CallOptions,
  ): Promise<{ data: WebhookDelivery[]; hasMore: boolean }>;
  /** Repeats a delivery, with the same event id. */
  replay(webhookId: string, body: OfTeam & { deliveryId: string }, options?: CallOptions): Promise<WebhookDelivery>;
}

/** Client of the boxes API. Every method rejects with TerrariumError if its call fails. */
export declare class TerrariumClient {
  /** Throws AuthenticationError without an API key. */
  constructor(options?: ClientOptions);
  readonly boxes: {
    /** Creates a box and resolves when its device is ready. The default lifetime is one hour. */
    create(options?: CreateBoxOptions, callOptions?: CallOptions): Promise<Box>;
    get(boxId: string, options?: CallOptions): Promise<Box>;
    /** Returns a page of the team's boxes, newest first. */
    list(query?: ListBoxesQuery, options?: CallOptions): Promise<BoxPage>;
    /**
     * Yields all boxes that pass the filter, up to `limit`, newest first. All pages are read before the first box is
     * yielded.
     */
    all(
      query?: Omit<ListBoxesQuery, "page"> & { limit?: number },
      options?: CallOptions,
    ): AsyncGenerator<Box, void, void>;
    /** Ends a box. Does nothing if the box has ended already. */
    terminate(boxId: string, options?: CallOptions): Promise<void>;
  };
  readonly snapshots: Snapshots;
  readonly templates: Templates;
  readonly webhooks: Webhooks;
}

/** The former name of TerrariumClient. */
export declare const Terrarium: typeof TerrariumClient;
export type Terrarium = TerrariumClient;

export declare const Architecture: { readonly X86: "x86"; readonly ARM64: "arm64" };
export type Architecture = "x86" | "arm64";
export type KeyName = "enter" | "delete" | "back" | "home" | "space" | "up" | "down" | "left" | "right" | "menu";
/** Pixels from the left and the top edge of the screen. */
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
  /** Returns the screen as a data URL: `data:image/png;base64,…`. */
  screenshot(): Promise<string>;
  getDeviceScreenSize(): Promise<[width: number, height: number]>;
}
export declare const AndroidGbox: abstract new (...args: never[]) => AndroidGbox;

/** Client with the interface of the gbox alpha SDK. */
export declare class GboxClient {
  /** Throws AuthenticationError without an API key. */
  constructor(options?: ClientOptions);
  /** Returns a device that is ready for use: a new one that lives for 5 minutes, or that of a given sandbox. */
  initAndroid(options?: { arch?: Architecture; boxId?: string } | string): Promise<AndroidGbox>;
}

/** A failed call. Its class or its code gives the kind of failure. */
export declare class TerrariumError extends Error {
  constructor(message: string, details: { code: string; status?: number });
  readonly code: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Suggested next step, if the server gives one. */
  readonly suggestion: string | undefined;
  /** Quote it in questions about the failure. */
  readonly requestId: string | undefined;
  /** Delay before a retry is useful, if the server gives one. */
  readonly retryAfterMs: number | undefined;
}
/** 400: the request is wrong. */
export declare class BadRequestError extends TerrariumError {}
/** 401: the API key is missing, unknown or expired. */
export declare class AuthenticationError extends TerrariumError {}
/** 403: the API key may not do this. */
export declare class PermissionDeniedError extends TerrariumError {}
/** 404: the object does not exist or belongs to someone else. */
export declare class NotFoundError extends TerrariumError {}
/** No response in time, or 408: the request took too long. */
export declare class TimedOutError extends TerrariumError {}
/** 409: the current state does not allow it: an element has moved, a box is stopped. */
export declare class ConflictError extends TerrariumError {}
/** 422: the request is valid but not possible here. */
export declare class UnprocessableError extends TerrariumError {}
/** 429: too many requests at once; `retryAfterMs` says when to try again. */
export declare class RateLimitError extends TerrariumError {}
/** 5xx: the server or the device failed. */
export declare class ServerError extends TerrariumError {}
/** No response: the server cannot be reached. */
export declare class ConnectionError extends TerrariumError {}
