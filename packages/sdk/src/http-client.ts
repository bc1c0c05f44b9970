import type { Endpoint, ResponseOf } from "@terrarium/contract/endpoint";
import type { ErrorBody } from "@terrarium/contract/error-body";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL } from "@terrarium/contract/proxy";
import { withCallSite } from "./call-site.ts";
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
  /** Address of the service, for example http://localhost:3000. */
  baseUrl: string;
  apiKey: string;
  /** WebSocket implementation for platforms without one (Node 20: the package `ws`). */
  webSocket?: typeof WebSocket | undefined;
}

/** Calls endpoints of the contract with an API key. Requires only `fetch` and timers of the platform. */
export class HttpClient {
  /** Without a trailing slash, and without the API's version. */
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
   * Resolves with the response body. The body is not validated here: the server uses the same contract. Rejects with
   * TerrariumError or the signal's reason. The error's stack starts at the call.
   */
  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
    return withCallSite(async () => (await this.#send(endpoint, input)) as ResponseOf<E>);
  }

  /**
   * Sends a request whose body or response is a stream of bytes. Resolves when the headers of a 2xx response arrive.
   * Only the signal ends it; there is no timeout. Rejects with TerrariumError, or the signal's reason.
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

  /** Opens a socket of this server. Browsers cannot set headers, so the key is sent as a second subprotocol. */
  openSocket(pathOrUrl: string): WebSocket {
    const Socket = this.#webSocket ?? globalThis.WebSocket;
    if (Socket === undefined)
      throw new TerrariumError("WebSocket is missing here: pass one as the option `webSocket`", {
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

/** Returns the body of a response that is not JSON: text or bytes. */
async function readBody(contentType: string, response: Response): Promise<string | Uint8Array> {
  return contentType.startsWith("text/") ? response.text() : new Uint8Array(await response.arrayBuffer());
}

/** Does not use crypto: the playground's interpreter has none. The key must be new, not secret. */
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

/** Returns the cause that platforms hide inside "fetch failed", or the failure itself. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error && cause.cause.message !== "" ? cause.cause.message : cause.message;
}
