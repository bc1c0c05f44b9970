import { once } from "node:events";
import { WebSocket } from "ws";
import * as z from "zod";

const answerWithinMs = 5_000;
const maxMessageBytes = 64 * 1024 * 1024;
const maxListBytes = 16 * 1024 * 1024;

const Targets = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    title: z.string().default(""),
    webSocketDebuggerUrl: z.string().optional(),
  }),
);
const Version = z.object({ webSocketDebuggerUrl: z.url() });
const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

const Attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string() }),
});

/** Error for a call without a response from the browser or page in time. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/**
 * A connection to a browser or to one of its pages, with the DevTools protocol
 * (https://chromedevtools.github.io/devtools-protocol).
 */
export class DevToolsConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  /** Sessions of frames in other processes, by frame id, grouped by the parent session. */
  readonly #attached = new Map<string, Map<string, string>>();
  #next = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      try {
        this.#receive(data.toString());
      } catch {
        // Untrusted: the user can run any server at the browser's port.
        socket.terminate();
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser closed the connection"));
    });
  }

  static async connect(url: string): Promise<DevToolsConnection> {
    const socket = new WebSocket(url, { maxPayload: maxMessageBytes, handshakeTimeout: answerWithinMs });
    // Listens from the start: invalid data may arrive with the handshake response.
    const connection = new DevToolsConnection(socket);
    await once(socket, "open");
    return connection;
  }

  /**
   * Returns the sessions of this page's frames in other processes, by frame id; or of the frames inside the given
   * session.
   */
  async attachFrames(session?: string): Promise<ReadonlyMap<string, string>> {
    const how = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    await this.call(z.unknown(), "Target.setAutoAttach", how, session);
    return this.#attached.get(session ?? "") ?? new Map();
  }

  /**
   * Calls a method; the schema parses its result. Rejects with the browser's error, or with NoAnswer after `withinMs`.
   */
  async call<T>(
    schema: z.ZodType<T>,
    method: string,
    params: object = {},
    sessionId?: string,
    withinMs = answerWithinMs,
  ): Promise<T> {
    const id = this.#next++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    const timer = setTimeout(() => waiting.reject(new NoAnswer(`the browser did not answer ${method}`)), withinMs);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    try {
      return schema.parse(await waiting.promise);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  close(): void {
    this.#socket.close();
  }

  #receive(text: string): void {
    const { id, method, params, sessionId = "", result, error } = Message.parse(JSON.parse(text));
    if (method === "Target.attachedToTarget") return this.#attach(sessionId, Attached.parse(params));
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }

  #attach(within: string, { sessionId, targetInfo: { type, targetId } }: z.infer<typeof Attached>): void {
    if (type !== "iframe") return;
    const frames = this.#attached.get(within) ?? new Map<string, string>();
    this.#attached.set(within, frames.set(targetId, sessionId));
  }
}

/** A page of a browser, with the address of its DevTools. */
export interface ListedPage {
  url: string;
  targetId: string;
  title: string;
}

/**
 * Returns the pages of the browser at that port, front page first; none without a browser. Works with unresponsive
 * pages.
 */
export async function listPages(port: number): Promise<ListedPage[]> {
  const answer = await ask(port, "/json/list").catch(() => undefined);
  if (!answer) return [];
  const targets = Targets.parse(JSON.parse(await textOf(answer)));
  return targets.flatMap(({ type, id, title, webSocketDebuggerUrl: url }) =>
    type === "page" && url !== undefined ? [{ url, targetId: id, title }] : [],
  );
}

/** Closes the browser at that port as its user would. Resolves when the request is sent; rejects if that fails. */
export async function closeBrowser(port: number): Promise<void> {
  const { webSocketDebuggerUrl } = Version.parse(JSON.parse(await textOf(await ask(port, "/json/version"))));
  const browser = await DevToolsConnection.connect(`ws://127.0.0.1:${port}${new URL(webSocketDebuggerUrl).pathname}`);
  // The browser may end before it responds.
  await browser.call(z.unknown(), "Browser.close").catch(() => undefined);
  browser.close();
}

const ask = (port: number, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(answerWithinMs) });

/** Limited, because any server at the browser's port may send an endless response. */
async function textOf(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > maxListBytes) throw new Error("the browser tells of more pages than are read");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
