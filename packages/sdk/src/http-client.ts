import type { Endpoint, ResponseOf } from "@terrarium/contract/endpoint";
import { type Answer, type AnyCallInput, type CallInput, exchange, LateAnswerError, parseJson } from "./exchange.ts";
import { TerrariumError } from "./terrarium-error.ts";

export interface HttpClientOptions {
  /** Where the service answers, for example http://localhost:3000. */
  baseUrl: string;
  apiKey: string;
}

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

  async #send(endpoint: Endpoint, input: AnyCallInput): Promise<unknown> {
    const what = `${endpoint.method} ${endpoint.path}`;
    const idempotencyKey = endpoint.takesIdempotencyKey ? { idempotencyKey: input.idempotencyKey ?? newKey() } : {};
    const answer = await exchange(
      endpoint,
      { ...input, ...idempotencyKey },
      {
        baseUrl: this.#baseUrl,
        headers: { authorization: `Bearer ${this.#apiKey}` },
        read: (response) => response.text(),
        sendsAgain: true,
      },
    ).catch((cause: unknown) => {
      if (cause instanceof LateAnswerError)
        throw new TerrariumError(`${what} was ${cause.message}`, { code: "timeout", cause: cause.cause });
      throw new TerrariumError(`${what} failed: no answer from ${this.#baseUrl} (${describe(cause)})`, {
        code: "network_error",
        cause,
      });
    });
    return readAnswer(what, answer);
  }
}

/** Without crypto, which the playground's interpreter does not have; it has to be new, not secret. */
function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 13);
  return `sdk-${Date.now().toString(36)}-${part()}${part()}`;
}

function readAnswer(what: string, answer: Answer<string>): unknown {
  const { status, headers } = answer.response;
  const requestId = headers.get("x-request-id") ?? undefined;
  if ("refusal" in answer && answer.refusal)
    throw new TerrariumError(answer.refusal.message, { code: answer.refusal.code, status, requestId });
  const value = "body" in answer ? parseJson(answer.body) : undefined;
  if (value !== undefined) return value;
  throw new TerrariumError(`${what} was answered with status ${status} and not by this API; check the base URL`, {
    code: "unexpected_answer",
    status,
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
