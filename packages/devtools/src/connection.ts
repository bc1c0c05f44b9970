import { once } from "node:events";
import type { ProtocolMapping } from "devtools-protocol/types/protocol-mapping.js";
import { WebSocket } from "ws";
import * as z from "zod";
import { pathOfUrl } from "./discovery.ts";
import { DEV_TOOLS_HOST, NoAnswer, RefusedByBrowser, type DevToolsEndpoint } from "./endpoint.ts";

/** Limit of calls that await their answers. A page has at most 1,000 frames (Blink, `Page::kMaxNumberOfFrames`). */
const MAX_PENDING_CALLS = 4_096;

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

type Commands = ProtocolMapping.Commands;
type Method = keyof Commands;

/** An event of the browser, or of the page with this session. */
export interface DevToolsEvent {
  sessionId: string | undefined;
  method: string;
  params: unknown;
}

interface CallOptions {
  /** Session of an attached page or frame. Default: the connection's own target. */
  sessionId?: string | undefined;
  /** Default: the endpoint's `callWithinMs`. */
  timeoutMs?: number | undefined;
}

/** A connection to a browser or one of its pages (chromedevtools.github.io/devtools-protocol). */
export class DevToolsConnection implements Disposable {
  readonly #socket: WebSocket;
  readonly #browser: DevToolsEndpoint;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Set<(event: DevToolsEvent) => void>();
  #next = 1;
  #leftBytes: number;

  private constructor(socket: WebSocket, browser: DevToolsEndpoint) {
    this.#socket = socket;
    this.#browser = browser;
    this.#leftBytes = browser.connectionBytes ?? Infinity;
    socket.on("message", (data) => {
      // Complete messages arrive as buffers.
      this.#leftBytes -= (data as Buffer).length;
      try {
        if (this.#leftBytes < 0) socket.terminate();
        else this.#receive(data.toString());
      } catch {
        socket.terminate();
      }
    });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(closed());
    });
  }

  /** Connects to the path of a `webSocketDebuggerUrl`. Rejects with the reason of a failed `open`, or an Error. */
  static async open(browser: DevToolsEndpoint, webSocketDebuggerUrl: string): Promise<DevToolsConnection> {
    const path = pathOfUrl(webSocketDebuggerUrl);
    const device = await browser.open();
    try {
      const socket = new WebSocket(`ws://${DEV_TOOLS_HOST}${path}`, {
        createConnection: () => device,
        perMessageDeflate: false,
        maxPayload: browser.messageBytes,
        handshakeTimeout: browser.callWithinMs,
      });
      // Created first, because a message or an error may arrive together with the open event.
      const connection = new DevToolsConnection(socket, browser);
      await once(socket, "open");
      return connection;
    } catch (error) {
      device.destroy();
      throw error;
    }
  }

  /** Calls a method; the schema parses its result. Rejects with RefusedByBrowser, NoAnswer, or an Error. */
  async call<T, M extends Method>(
    schema: z.ZodType<T>,
    method: M,
    params: Commands[M]["paramsType"][0],
    { sessionId, timeoutMs = this.#browser.callWithinMs }: CallOptions = {},
  ): Promise<T> {
    if (this.#socket.readyState !== WebSocket.OPEN) throw closed();
    if (this.#waiting.size >= MAX_PENDING_CALLS) throw new Error("too many calls await the browser's answer");
    const id = this.#next++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    const timer = setTimeout(() => waiting.reject(new NoAnswer(`the browser did not answer ${method}`)), timeoutMs);
    this.#socket.send(JSON.stringify({ id, method, params: params ?? {}, sessionId }));
    try {
      return schema.parse(await waiting.promise);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Subscribes to events. The connection closes if the listener throws. Returns a function that unsubscribes. */
  listen(hear: (event: DevToolsEvent) => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }

  #receive(text: string): void {
    const { id, method, params, sessionId, result, error } = Message.parse(this.#browser.parseJson(text, "message"));
    if (method !== undefined) return this.#listeners.forEach((hear) => hear({ sessionId, method, params }));
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (error) waiting?.reject(new RefusedByBrowser(error.message));
    else waiting?.resolve(result);
  }
}

const closed = (): Error => new Error("the browser closed the connection");
