import { once } from "node:events";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { parseBoundedJson } from "@terrarium/platform/base/json-bounds";
import { WebSocket } from "ws";
import { z } from "zod";
import type { DeviceSession } from "../device/device-session.ts";
import { connectDevTools, pathOfUrl } from "./dev-tools.ts";

const ANSWER_WITHIN_MS = 10_000;
const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
type Message = z.infer<typeof Message>;

/** The browser's error for a call that it rejected. */
export class RefusedByBrowser extends Error {
  override readonly name = "RefusedByBrowser";
}

/** A DevTools connection to a browser (chromedevtools.github.io/devtools-protocol), for the server's own calls. */
export class BrowserConnection implements Disposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Set<(message: Message) => void>();
  #next = 1;
  #leftBytes: number = BROWSER_LIMITS.connectionBytes;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      // Complete messages arrive as buffers.
      this.#leftBytes -= (data as Buffer).length;
      if (this.#leftBytes < 0) socket.terminate();
      else this.#receive(data.toString());
    });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(closed());
    });
  }

  /** Rejects with AppError device_failed, or an Error. */
  static async open(session: DeviceSession, webSocketDebuggerUrl: string): Promise<BrowserConnection> {
    const device = await connectDevTools(session);
    try {
      const socket = new WebSocket(`ws://localhost${pathOfUrl(webSocketDebuggerUrl)}`, {
        createConnection: () => device,
        perMessageDeflate: false,
        maxPayload: BROWSER_LIMITS.answerBytes,
        handshakeTimeout: ANSWER_WITHIN_MS,
      });
      // Created first, because a message or an error may arrive together with the open event.
      const connection = new BrowserConnection(socket);
      await once(socket, "open");
      return connection;
    } catch (error) {
      device.destroy();
      throw error;
    }
  }

  /**
   * Calls a method, on a page if given its attached session. Rejects with RefusedByBrowser, or an Error after a
   * timeout.
   */
  async call<T>(
    schema: z.ZodType<T>,
    method: string,
    params: object = {},
    { sessionId, timeoutMs = ANSWER_WITHIN_MS }: { sessionId?: string; timeoutMs?: number } = {},
  ): Promise<T> {
    if (this.#socket.readyState !== WebSocket.OPEN) throw closed();
    const id = this.#next++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    const timer = setTimeout(() => waiting.reject(new Error(`the browser did not answer ${method}`)), timeoutMs);
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    try {
      return schema.parse(await waiting.promise);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Subscribes to the events of a page. */
  listen(sessionId: string, hear: (method: string, params: unknown) => void): () => void {
    const listener = (message: Message) => {
      if (message.sessionId === sessionId && message.method !== undefined) hear(message.method, message.params);
    };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }

  #receive(text: string): void {
    const message = readMessage(text);
    if (!message) return this.#socket.terminate();
    if (message.id === undefined) return this.#listeners.forEach((hear) => hear(message));
    const waiting = this.#waiting.get(message.id);
    if (message.error) waiting?.reject(new RefusedByBrowser(message.error.message));
    else waiting?.resolve(message.result);
  }
}

const closed = (): Error => new Error("the browser closed the connection");

/** Untrusted: a program of the sandbox may listen in the browser's place and send anything. */
function readMessage(text: string): Message | undefined {
  try {
    return Message.safeParse(parseBoundedJson(text)).data;
  } catch {
    return undefined;
  }
}
