import { parentPort, workerData } from "node:worker_threads";
import { cutText } from "@terrarium/bounds/cut-text";
import { lowerPriority } from "@terrarium/platform/threads/lower-priority";
import { BodyBudget, NO_MEMORY_FOR_BODY } from "./body-budget.ts";
import { BusyBudget } from "./busy-budget.ts";
import type { GuestCalls, HostCalls } from "./guest/guest.ts";
import { makeCall, pureHostCalls, toPairs } from "./host-calls.ts";
import { Interpreter, UNSHOWABLE } from "./interpreter.ts";
import type { FromWorker, ScriptRequest, ToWorker, WorkerInput } from "./messages.ts";
import { createNameCallees, type NameCallees } from "./name-callees.ts";
import { type RewrittenScript, rewriteScript } from "./rewrite-script.ts";
import { requireSendable } from "./sendable.ts";

/** Cost of a log line beside its text, so that empty lines are limited too. */
const LOG_LINE_BYTES = 32;
/** Limit of an error's text. */
const MAX_ERROR_CHARS = 20_000;

/** One script in its own thread: connects the interpreter with timers and with the main thread. */
class ScriptHost {
  readonly #input: WorkerInput;
  readonly #post: (message: FromWorker, transfer?: ArrayBuffer[]) => void;
  readonly #timers = new Map<number, NodeJS.Timeout>();
  /** Requests without a response from the main thread. An aborted one still counts. */
  readonly #requests = new Map<number, "waited for" | "aborted">();
  readonly #budget: BusyBudget;
  readonly #bodies: BodyBudget;
  readonly #script: RewrittenScript;
  readonly #nameCallees: NameCallees;
  readonly #calls = this.#createCalls();
  /** Bytes of the current call. */
  #bytes: Uint8Array | undefined;
  #interpreter: Interpreter | undefined;
  #logBytesLeft: number;
  /** The host assigns ids: the script may pass any number back, but never selects the one it gets. */
  #lastId = 0;
  #done = false;

  constructor(input: WorkerInput, post: (message: FromWorker, transfer?: ArrayBuffer[]) => void) {
    this.#input = input;
    this.#post = post;
    this.#budget = new BusyBudget(input.limits, input.busySince);
    this.#logBytesLeft = input.limits.logBytes;
    this.#bodies = new BodyBudget(input.bodies);
    this.#budget.begin();
    this.#script = rewriteScript(input.code);
    this.#nameCallees = createNameCallees(input.code);
    this.#budget.end();
  }

  async run(): Promise<void> {
    const { limits, modules, guestSource, env } = this.#input;
    if (this.#script.problem !== undefined) return this.#finish(this.#script.problem);
    this.#interpreter = await Interpreter.create({
      limits,
      modules,
      guestSource,
      env,
      budget: this.#budget,
      host: (name, argsJson, bytes) => this.#answer(name, argsJson, bytes),
    });
    this.#proceed(this.#interpreter.run(this.#script.code));
  }

  receive(message: ToWorker): void {
    const state = this.#requests.get(message.id);
    this.#requests.delete(message.id);
    // Given back before the script continues and requests more: from here on, the body counts towards the interpreter's
    // own limit.
    if (message.type === "response") this.#bodies.give(message.body.byteLength);
    if (state === "aborted") this.#proceed(undefined);
    else if (message.type === "response") this.#start("response", [message.id, message.head], message.body);
    else this.#start("fetchFailed", [message.id, message.message]);
  }

  #start(name: keyof GuestCalls, args: readonly unknown[], bytes?: ArrayBuffer): void {
    if (!this.#done && this.#interpreter) this.#proceed(this.#interpreter.start(name, args, bytes));
  }

  /** Runs after each stretch. Ends the run if it failed, is finished, or waits for something that cannot happen. */
  #proceed(failure: string | undefined): void {
    if (failure !== undefined) this.#finish(failure);
    else if (this.#timers.size === 0 && this.#requests.size === 0) {
      this.#finish(
        this.#interpreter?.finished ? undefined : "The script awaits a promise that nothing can settle any more",
      );
    }
  }

  #finish(error: string | undefined): void {
    if (this.#done) return;
    this.#done = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#post({ type: "done", error: error && this.#explain(cutText(error, MAX_ERROR_CHARS)) });
  }

  #answer(name: string, argsJson: string, bytes: Uint8Array | undefined): string | ArrayBuffer | undefined {
    this.#bytes = bytes;
    const result = makeCall(this.#calls, name, argsJson);
    return result === undefined || result instanceof ArrayBuffer ? result : JSON.stringify(result);
  }

  #createCalls(): HostCalls {
    return {
      ...pureHostCalls,
      log: (text) => this.#log(text),
      fail: (text) => this.#finish(this.#budget.exceeded ?? (text || UNSHOWABLE)),
      setTimer: (delayMs, repeats) => this.#setTimer(delayMs, repeats),
      clearTimer: (id) => {
        clearTimeout(this.#timers.get(id));
        this.#timers.delete(id);
      },
      fetch: (url, method, ...headers) => this.#fetch({ url, method, headers: toPairs(headers) }, this.#bytes),
      abortFetch: (id) => {
        if (this.#requests.get(id) !== "waited for") return;
        this.#requests.set(id, "aborted");
        this.#post({ type: "abort-fetch", id });
      },
      encodeUtf8: (text) => new TextEncoder().encode(text).buffer,
      decodeUtf8: (fatal, ignoreBom) => {
        try {
          return new TextDecoder("utf-8", { fatal, ignoreBOM: ignoreBom }).decode(this.#bytes);
        } catch {
          return null;
        }
      },
    };
  }

  #fetch(request: ScriptRequest, bytes: Uint8Array | undefined): number {
    requireSendable(request);
    if (this.#requests.size >= this.#input.limits.pendingRequests) {
      throw new TypeError(`More than ${this.#input.limits.pendingRequests} requests at once; await some first`);
    }
    if (bytes && !this.#bodies.take(bytes.byteLength)) throw new TypeError(NO_MEMORY_FOR_BODY);
    const id = ++this.#lastId;
    this.#requests.set(id, "waited for");
    const body = bytes && new Uint8Array(bytes);
    this.#post({ type: "fetch", id, request, body }, body ? [body.buffer] : []);
    return id;
  }

  #log(text: string): void {
    if (this.#done || this.#logBytesLeft < 0) return;
    this.#logBytesLeft -= Buffer.byteLength(text) + LOG_LINE_BYTES * (1 + countLineEnds(text));
    const limit = `[the script printed more than ${this.#input.limits.logBytes} bytes; the rest is not shown]`;
    this.#post({ type: "log", text: this.#logBytesLeft < 0 ? limit : this.#explain(text) });
  }

  /** Converts error positions to those of the script, and names callees of "not a function" errors. */
  #explain(text: string): string {
    return this.#nameCallees(this.#script.restorePlaces(text));
  }

  #setTimer(delayMs: number, repeats: boolean): number {
    if (this.#timers.size >= this.#input.limits.timers)
      throw new RangeError(`More than ${this.#input.limits.timers} timers at once`);
    const id = ++this.#lastId;
    const ring = () => {
      if (!repeats) this.#timers.delete(id);
      this.#start("timer", [id]);
    };
    this.#timers.set(id, repeats ? setInterval(ring, delayMs) : setTimeout(ring, delayMs));
    return id;
  }
}

function countLineEnds(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\r\n|\r|\n/g)) count += 1;
  return count;
}

lowerPriority();
const port = parentPort;
if (!port) throw new Error("worker.ts runs as a worker thread only");
const host = new ScriptHost(workerData as WorkerInput, (message, transfer = []) => port.postMessage(message, transfer));
port.on("message", (message: ToWorker) => host.receive(message));
await host.run();
