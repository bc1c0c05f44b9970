import type { Endpoint, ResponseOf } from "@terrarium/contract/endpoint";
import type { ErrorBody } from "@terrarium/contract/error-body";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL } from "@terrarium/contract/proxy";
import {
  type Answer,
  type AnyCallInput,
  type CallInput,
  exchange,
  LateAnswerError,
  parseJson,
  readRefusal,
  retryAfterMs,
} from "./exchange.ts";
import { patient } from "./patient-fetch.ts";
import { ConnectionError, errorOfStatus, TerrariumError, TimedOutError } from "./terrarium-error.ts";

export interface HttpClientOptions {
  /** Where the service answers, for example http://localhost:3000. */
  baseUrl: string;
  apiKey: string;
  /** What opens sockets, where the platform has no WebSocket of its own (Node 20: the package `ws`). */
  webSocket?: typeof WebSocket | undefined;
}

/** Calls endpoints of the contract with an API key. Needs nothing of its platform but `fetch` and timers. */
export class HttpClient {
  /** Without a slash at its end, and without the API's version. */
  readonly baseUrl: string;
  readonly #apiKey: string;
  readonly #webSocket: typeof WebSocket | undefined;

  constructor(options: HttpClientOptions) {
    // Some clients of this API are configured with the version in the address.
    this.baseUrl = options.baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
    this.#apiKey = options.apiKey;
    this.#webSocket = options.webSocket;
  }

  /**
   * Resolves with the answer's body; it is not checked here, the server answers by the same contract. Rejects with
   * TerrariumError, whose stack begins where the call was made, or the signal's reason.
   */
  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
    // Not every engine's stacks reach back across an await to the caller, so the caller's is taken before the first.
    const callSite = new Error("called");
    try {
      return (await this.#send(endpoint, input)) as ResponseOf<E>;
    } catch (error) {
      if (error instanceof TerrariumError) showCallSite(error, callSite);
      throw error;
    }
  }

  /**
   * Makes a request whose body or answer is a stream of bytes, and answers when the head of a 2xx is there; it ends when
   * its signal says so, not after a time. Rejects with TerrariumError, or the signal's reason.
   */
  async open(path: string, init: RequestInit = {}): Promise<Response> {
    const what = `${init.method ?? "GET"} ${path.replace(/\?.*/, "")}`;
    const headers = { ...(init.headers as Record<string, string> | undefined), ...this.#authorization() };
    const response = await fetch(this.baseUrl + path, { ...init, ...patient(), headers }).catch((cause: unknown) => {
      throw init.signal?.aborted === true ? cause : this.#noAnswer(what, cause);
    });
    if (!response.ok) throw refusalOf(what, response, await readRefusal(response));
    return response;
  }

  /** Opens a socket of this server; browsers cannot set headers, so the key is offered as a second subprotocol. */
  openSocket(pathOrUrl: string): WebSocket {
    const Socket = this.#webSocket ?? globalThis.WebSocket;
    if (Socket === undefined)
      throw new TerrariumError("There is no WebSocket here: give one as the option `webSocket`", {
        code: "network_error",
      });
    const url = new URL(pathOrUrl, `${this.baseUrl}/`).href.replace(/^http/, "ws");
    const socket = new Socket(url, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + this.#apiKey]);
    socket.binaryType = "arraybuffer";
    return socket;
  }

  async #send(endpoint: Endpoint, input: AnyCallInput): Promise<unknown> {
    const what = `${endpoint.method} ${endpoint.path}`;
    const idempotencyKey = endpoint.takesIdempotencyKey ? { idempotencyKey: input.idempotencyKey ?? newKey() } : {};
    const answer = await exchange(
      endpoint,
      { ...input, ...idempotencyKey },
      {
        baseUrl: this.baseUrl,
        headers: this.#authorization(),
        read: async (response) =>
          endpoint.contentType === undefined
            ? parseJson(await response.text())
            : readBody(endpoint.contentType, response),
        sendsAgain: true,
      },
    ).catch((cause: unknown) => {
      if (cause instanceof LateAnswerError)
        throw new TimedOutError(`${what} was ${cause.message}`, { code: "timeout", cause: cause.cause });
      if (input.signal?.aborted === true) throw input.signal.reason;
      throw this.#noAnswer(what, cause);
    });
    return readAnswer(what, answer);
  }

  #authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.#apiKey}` };
  }

  #noAnswer(what: string, cause: unknown): TerrariumError {
    return new ConnectionError(`${what} failed: no answer from ${this.baseUrl} (${describe(cause)})`, {
      code: "network_error",
      cause,
    });
  }
}

/** The body of an answer that is not JSON: text, or bytes. */
async function readBody(contentType: string, response: Response): Promise<string | Uint8Array> {
  return contentType.startsWith("text/") ? response.text() : new Uint8Array(await response.arrayBuffer());
}

/** Without crypto, which the playground's interpreter does not have; it has to be new, not secret. */
function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 13);
  return `sdk-${Date.now().toString(36)}-${part()}${part()}`;
}

function readAnswer(what: string, answer: Answer<unknown>): unknown {
  if ("body" in answer && answer.body !== undefined) return answer.body;
  throw refusalOf(what, answer.response, "refusal" in answer ? answer.refusal : undefined);
}

function refusalOf(what: string, response: Response, refusal: ErrorBody | undefined): TerrariumError {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id") ?? undefined;
  if (refusal)
    return errorOfStatus(status, refusal.message, {
      code: refusal.code,
      suggestion: refusal.suggestion,
      requestId,
      retryAfterMs: retryAfterMs(response),
    });
  return errorOfStatus(status, `${what} was answered with status ${status} and not by this API; check the base URL`, {
    code: "unexpected_answer",
    requestId,
  });
}

/** The cause that platforms hide inside "fetch failed", or the failure itself. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error && cause.cause.message !== "" ? cause.cause.message : cause.message;
}

/** Makes an error's stack that of the call. V8's stacks begin with the message, others' do not. */
function showCallSite(error: Error, callSite: Error): void {
  const stack = callSite.stack ?? "";
  const header = "Error: called";
  error.stack = stack.startsWith(header) ? `${error.name}: ${error.message}${stack.slice(header.length)}` : stack;
}
