/// <reference lib="esnext.disposable" />
/** The types of the package that a server hands out; calls.d.ts beside it is made from the contract. */
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
  /** Default: TERRARIUM_API_KEY or GBOX_API_KEY of the environment. */
  apiKey?: string;
  /** Default: TERRARIUM_BASE_URL of the environment (or TERRARIUM_URL, GBOX_BASE_URL), else http://localhost:3000. */
  baseUrl?: string;
  /** What opens sockets, where the platform has no WebSocket of its own (Node 20: the package `ws`). */
  webSocket?: typeof WebSocket;
}

/** What any call takes beside its input. */
export interface CallOptions {
  /** Gives the call up, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Default: what the contract says of the call, and as much longer as the input asks for. */
  timeoutMs?: number;
  /** Of a call that takes one: sent again with the same key, it is done once. Default: a new one. */
  idempotencyKey?: string;
}

/**
 * A box: its fields as the server answered them last, and what can be done with it. With `await using` it is ended at the
 * end of its block. Every method rejects with TerrariumError if its call fails.
 */
export interface Box extends BoxFields, BoxChanges, BoxCalls, BoxGroups, AsyncDisposable {
  readonly actions: Actions;
  readonly commands: Commands;
  readonly files: Files;
  readonly media: Media;
  readonly packages: Packages;
}

export interface Actions extends BoxActions {
  /**
   * Waits until an element is on the screen, and resolves with it. `wanted` is a selector, or text that an element
   * contains. A device that cannot say what it shows is asked again. Rejects with TimedOutError after `timeoutMs`.
   */
  waitFor(wanted: WaitForInput, options?: WaitOptions): Promise<ScreenElement>;
}

export interface WaitOptions {
  /** How long to wait; default: 30 seconds. */
  timeoutMs?: number;
  /** Time between two looks at the screen; default: half a second. */
  intervalMs?: number;
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** An element on a screen. Bounds are pixels of the screen as it is turned now. */
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
  /** Makes an album, with media in it if there are any, each under the name that it has. */
  createAlbum(input: { name: string; media?: readonly File[] }, options?: CallOptions): Promise<BoxMediaAlbumOutput>;
  /** Adds media to an album. */
  updateAlbum(
    input: { albumName: string; media: readonly File[] },
    options?: CallOptions,
  ): Promise<BoxMediaAlbumOutput>;
}

export interface Packages extends BoxPackages {
  /** Installs an APK, over an earlier version of it. A virtual device refuses it and names the templates that can. */
  install(
    input: { apk: Blob | Uint8Array<ArrayBuffer>; open?: boolean },
    options?: CallOptions,
  ): Promise<InstalledPackage>;
}

export interface Commands extends BoxCommands, CommandStreams {}

/**
 * What a command prints, as it prints it, and then its end; `code` and `message` say why it was not run. `base64`: the
 * bytes, where they are no text (UTF-8), so that `data` is not all of them.
 */
export type CommandEvent =
  | { event: "stdout" | "stderr"; data: string; base64?: string }
  | { event: "end"; exitCode: number; timedOut: boolean; code?: string; message?: string };

/** Bytes or text that arrive piece by piece: a stream of the web or of Node, or an async generator. */
export type ByteSource = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>;

/** Options of a command whose output is read while it runs. */
export interface StreamOptions extends Pick<CallOptions, "signal"> {
  /** Input of any length, sent as fast as the device takes it, behind the `stdin` of the command. Default: empty. */
  stdin?: ByteSource;
}

/** Commands whose output is read while they run. Leaving the loop ends the command. */
export interface CommandStreams {
  /** Runs a command: yields its output as it comes, and then its end. Rejects with the error of `stdin`, if it fails. */
  stream(input: BoxCommandsRunInput, options?: StreamOptions): AsyncGenerator<CommandEvent, void, void>;
  /** Runs a script in the same way. */
  streamCode(input: BoxCommandsRunCodeInput, options?: StreamOptions): AsyncGenerator<CommandEvent, void, void>;
}

export interface Files extends BoxFiles, FileTransfers {}

/** Content of a file: as a whole, or piece by piece. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | ByteSource;

/** Files of a box's device as streams: of any size, for as long as something moves. */
export interface FileTransfers {
  /** A file's content as it comes. Ends with an error if it breaks off. */
  download(path: string, options?: Pick<CallOptions, "signal">): Promise<ReadableStream<Uint8Array>>;
  /** Writes a file, making the folders above it; answers what is then known of it. */
  write(
    input: { path: string; content: string | Blob | Uint8Array<ArrayBuffer>; workingDir?: string },
    options?: CallOptions,
  ): Promise<BoxFilesInfoOutput>;
  /**
   * Writes a file of any size, making the folders above it. A file that is there already is replaced when all has arrived.
   * Rejects with the error of the content, if it fails.
   */
  upload(path: string, content: FileContent, options?: Pick<CallOptions, "signal">): Promise<void>;
}

export interface CreateBoxOptions extends CreateBoxInput {
  /** Sent again with the same key, for example after a timeout, it answers the same box. Default: a new one. */
  idempotencyKey?: string;
}

export interface BoxPage extends BoxList {
  data: Box[];
}

/** Files of boxes that the API key's team keeps. Every method rejects with TerrariumError if its call fails. */
export interface Snapshots {
  /** Keeps the files of a running Linux box's home; the box goes on. */
  create(boxId: string, body: CreateSnapshotInput, options?: CallOptions): Promise<Snapshot>;
  /** A page of them, newest first. */
  list(query?: ListSnapshotsQuery, options?: CallOptions): Promise<SnapshotList>;
  get(snapshotName: string, options?: CallOptions): Promise<Snapshot>;
  /** Boxes that began with it keep their files. */
  delete(snapshotName: string, options?: CallOptions): Promise<void>;
}

/** Templates that boxes are made from. Every method rejects with TerrariumError if its call fails. */
export interface Templates {
  /** All templates that the team may use; `missing` names what keeps the server from making boxes of one. */
  list(options?: CallOptions): Promise<Template[]>;
}

/** A team, which calls with a session token name. */
export interface OfTeam {
  organizationId?: string;
}

/**
 * Webhooks of the API key's team; the key needs the scope `manage`. With a session token each body names the team as
 * `organizationId`. Every method rejects with TerrariumError if its call fails.
 */
export interface Webhooks {
  /** Posts events of the team's boxes to an address. Keep the `secret` of the answer: it signs the deliveries. */
  create(body: CreateWebhookInput, options?: CallOptions): Promise<WebhookWithSecret>;
  /** All webhooks, oldest first. */
  list(body?: OfTeam, options?: CallOptions): Promise<Webhook[]>;
  /** Changes the fields that are given. */
  update(webhookId: string, body: UpdateWebhookInput, options?: CallOptions): Promise<Webhook>;
  /** Gives it a new secret. For a day the old one signs as well. */
  rotateSecret(webhookId: string, body?: OfTeam, options?: CallOptions): Promise<WebhookWithSecret>;
  /** Deletes it with its deliveries. */
  delete(webhookId: string, body?: OfTeam, options?: CallOptions): Promise<void>;
  /** Sends the event `webhook.test`. */
  test(webhookId: string, body?: OfTeam, options?: CallOptions): Promise<WebhookDelivery>;
  /** A page of its deliveries, newest first; `before` is the id of the last one of the page before. */
  deliveries(
    webhookId: string,
    body?: OfTeam & { before?: string },
    options?: CallOptions,
  ): Promise<{ data: WebhookDelivery[]; hasMore: boolean }>;
  /** Sends a delivery again, under the same event id. */
  replay(webhookId: string, body: OfTeam & { deliveryId: string }, options?: CallOptions): Promise<WebhookDelivery>;
}

/** The client of the boxes API. Every method rejects with TerrariumError if its call fails. */
export declare class TerrariumClient {
  /** Throws AuthenticationError without an API key. */
  constructor(options?: ClientOptions);
  readonly boxes: {
    /** Creates a box and resolves when its device is ready; its default lifetime is an hour. */
    create(options?: CreateBoxOptions, callOptions?: CallOptions): Promise<Box>;
    get(boxId: string, options?: CallOptions): Promise<Box>;
    /** A page of the team's boxes, newest first. */
    list(query?: ListBoxesQuery, options?: CallOptions): Promise<BoxPage>;
    /** All boxes that pass the filter, or so many, newest first. All pages are read before the first box comes. */
    all(
      query?: Omit<ListBoxesQuery, "page"> & { limit?: number },
      options?: CallOptions,
    ): AsyncGenerator<Box, void, void>;
    /** Ends a box; ending one that has ended changes nothing. */
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
  /** Throws AuthenticationError without an API key. */
  constructor(options?: ClientOptions);
  /** A device that is ready for use: a new one, which lives for 5 minutes, or the one of a sandbox. */
  initAndroid(options?: { arch?: Architecture; boxId?: string } | string): Promise<AndroidGbox>;
}

/** A call that failed. What kind of failure it is says its class, or its code. */
export declare class TerrariumError extends Error {
  constructor(message: string, details: { code: string; status?: number });
  readonly code: string;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** What to do about it, where the server knows. */
  readonly suggestion: string | undefined;
  /** Quote it when you ask about the failure. */
  readonly requestId: string | undefined;
  /** How long to wait before the call is worth another try, where the server says so. */
  readonly retryAfterMs: number | undefined;
}
/** 400: the request is wrong. */
export declare class BadRequestError extends TerrariumError {}
/** 401: the API key is missing, unknown or expired. */
export declare class AuthenticationError extends TerrariumError {}
/** 403: the API key may not do this. */
export declare class PermissionDeniedError extends TerrariumError {}
/** 404: there is no such thing, or it is not yours. */
export declare class NotFoundError extends TerrariumError {}
/** No answer in time, or 408: what was asked for took too long. */
export declare class TimedOutError extends TerrariumError {}
/** 409: it cannot be done as things stand: an element has moved, a box is stopped. */
export declare class ConflictError extends TerrariumError {}
/** 422: it is understood and cannot be done here. */
export declare class UnprocessableError extends TerrariumError {}
/** 429: too much at once; `retryAfterMs` says when to try again. */
export declare class RateLimitError extends TerrariumError {}
/** 5xx: the server or the device failed. */
export declare class ServerError extends TerrariumError {}
/** There was no answer: the server cannot be reached. */
export declare class ConnectionError extends TerrariumError {}
