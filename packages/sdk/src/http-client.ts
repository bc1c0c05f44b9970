import {
  type BodyInputOf,
  type Endpoint,
  IDEMPOTENCY_HEADER,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from "@terrarium/contract/endpoint";
import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { TerrariumError } from "./terrarium-error.ts";

export interface HttpClientOptions {
  /** Where the service answers, for example http://localhost:3000. */
  baseUrl: string;
  apiKey: string;
}

/** A part of a call: optional where the endpoint takes none or has defaults for all of it. */
type Part<Name extends string, Value> = undefined extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

export type CallInput<E extends Endpoint> = Part<"params", ParamsOf<E>> &
  Part<"body", BodyInputOf<E>> & {
    query?: Partial<QueryOf<E>>;
    /** Default: what the contract says of the call, else 10 s. */
    timeoutMs?: number;
    /** Of a call that takes one. Default: a new one. */
    idempotencyKey?: string;
  };

/** Calls endpoints of the contract with an API key. Needs nothing of its platform but `fetch` and timers. */
export class HttpClient {
  readonly #baseUrl: string;
  readonly #apiKey: string;

  constructor(options: HttpClientOptions) {
    // Some clients of this API are configured with the version in the address.
    this.#baseUrl = options.baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
    this.#apiKey = options.apiKey;
  }

  /**
   * Resolves with the answer's body; it is not checked here, the server answers by the same contract. Rejects with
   * TerrariumError, whose stack begins where the call was made.
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

  async #send(
    endpoint: Endpoint,
    input: { params?: unknown; query?: unknown; body?: unknown; timeoutMs?: number; idempotencyKey?: string },
  ): Promise<unknown> {
    const timeoutMs = input.timeoutMs ?? endpoint.timeoutMs ?? REQUEST_TIMEOUT_MS;
    const what = `${endpoint.method} ${endpoint.path}`;
    const abort = new AbortController();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      abort.abort();
    }, timeoutMs);
    try {
      const address = this.#baseUrl + resolvePath(endpoint.path, input.params, input.query);
      const request = {
        method: endpoint.method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${this.#apiKey}`,
          ...(input.body === undefined ? {} : { "content-type": "application/json" }),
          ...(endpoint.takesIdempotencyKey ? { [IDEMPOTENCY_HEADER]: input.idempotencyKey ?? newKey() } : {}),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        signal: abort.signal,
      };
      const ask = async () => {
        const response = await fetch(address, request);
        return { response, text: await response.text() };
      };
      const { response, text } = await ask().catch((error: unknown) => {
        // It may have arrived or not: with its key it is done once, however often it is sent.
        if (!endpoint.takesIdempotencyKey || late) throw error;
        return ask();
      });
      return readAnswer(what, response, text);
    } catch (cause) {
      if (cause instanceof TerrariumError) throw cause;
      if (late) throw new TerrariumError(`${what} was not answered within ${timeoutMs} ms`, { code: "timeout", cause });
      throw new TerrariumError(`${what} failed: no answer from ${this.#baseUrl} (${describe(cause)})`, {
        code: "network_error",
        cause,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Without crypto, which the playground's interpreter does not have; it has to be new, not secret. */
function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 13);
  return `sdk-${Date.now().toString(36)}-${part()}${part()}`;
}

function resolvePath(path: string, params: unknown, query: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  const resolved = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return search.length === 0 ? resolved : `${resolved}?${search.join("&")}`;
}

function readAnswer(what: string, response: Response, text: string): unknown {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const answer = parseJson(text);
  if (response.ok && answer !== undefined) return answer;
  if (!response.ok && isErrorBody(answer)) {
    throw new TerrariumError(answer.message, { code: answer.code, status: response.status, requestId });
  }
  throw new TerrariumError(
    `${what} was answered with status ${response.status} and not by this API; check the base URL`,
    {
      code: "unexpected_answer",
      status: response.status,
      requestId,
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(value: unknown): value is { code: string; message: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
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
