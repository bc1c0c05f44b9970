import { parentPort, workerData } from "node:worker_threads";
import { BusyBudget } from "./busy-budget.ts";
import type { GuestCalls, HostCalls } from "./guest/guest.ts";
import { pureHostCalls } from "./host-calls.ts";
import { Interpreter } from "./interpreter.ts";
import { watchLooseCalls, type WatchedScript } from "./loose-calls.ts";
import type { FromWorker, ToWorker, WorkerInput } from "./messages.ts";

/** What one log line costs beside its text, so that empty lines have an end too. */
const LOG_LINE_BYTES = 32;

/** One script, in a thread of its own: the interpreter's connection to timers and to the main thread. */
class ScriptHost {
  readonly #input: WorkerInput;
  readonly #post: (message: FromWorker, transfer?: ArrayBuffer[]) => void;
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #requests = new Set<number>();
  readonly #budget: BusyBudget;
  readonly #script: WatchedScript;
  #interpreter: Interpreter | undefined;
  #logBytesLeft: number;
  #done = false;

  constructor(input: WorkerInput, post: (message: FromWorker, transfer?: ArrayBuffer[]) => void) {
    this.#input = input;
    this.#post = post;
    this.#budget = new BusyBudget(input.limits, input.busySince);
    this.#logBytesLeft = input.limits.logBytes;
    this.#script = watchLooseCalls(input.code);
  }

  async run(): Promise<void> {
    const { limits, modules, guestSource, env } = this.#input;
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
    if (!this.#requests.delete(message.id)) return;
    if (message.type === "response") this.#start("response", [message.id, message.head], message.body);
    else this.#start("fetchFailed", [message.id, message.message]);
  }

  #start(name: keyof GuestCalls, args: readonly unknown[], bytes?: ArrayBuffer): void {
    if (!this.#done && this.#interpreter) this.#proceed(this.#interpreter.start(name, args, bytes));
  }

  /** After each stretch: ends the run if it failed, is finished, or waits for what cannot come. */
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
    this.#post({ type: "done", error: error && this.#script.restorePlaces(error) });
  }

  #answer(
    name: string,
    argsJson: string,
    bytes: Uint8Array<ArrayBuffer> | undefined,
  ): string | ArrayBuffer | undefined {
    const call = this.#calls(bytes)[name as keyof HostCalls] as ((...args: unknown[]) => unknown) | undefined;
    if (!call) throw new TypeError(`The host has no ${name}`);
    const result = call(...(JSON.parse(argsJson) as unknown[]));
    return result === undefined || result instanceof ArrayBuffer ? result : JSON.stringify(result);
  }

  #calls(bytes: Uint8Array<ArrayBuffer> | undefined): HostCalls {
    return {
      ...pureHostCalls,
      log: (text) => this.#log(text),
      fail: (text) => this.#finish(this.#budget.exceeded ?? text),
      setTimer: (id, delayMs) => this.#setTimer(id, delayMs),
      clearTimer: (id) => {
        clearTimeout(this.#timers.get(id));
        this.#timers.delete(id);
      },
      fetch: (id, request) => {
        if (this.#requests.size >= this.#input.limits.pendingRequests) {
          throw new TypeError(`More than ${this.#input.limits.pendingRequests} requests at once; await some first`);
        }
        this.#requests.add(id);
        this.#post({ type: "fetch", id, request, body: bytes }, bytes ? [bytes.buffer] : []);
      },
      abortFetch: (id) => {
        if (this.#requests.delete(id)) this.#post({ type: "abort-fetch", id });
      },
      encodeUtf8: (text) => new TextEncoder().encode(text).buffer,
      decodeUtf8: (fatal, ignoreBom) => {
        try {
          return new TextDecoder("utf-8", { fatal, ignoreBOM: ignoreBom }).decode(bytes);
        } catch {
          return null;
        }
      },
    };
  }

  #log(text: string): void {
    if (this.#done || this.#logBytesLeft < 0) return;
    this.#logBytesLeft -= Buffer.byteLength(text) + LOG_LINE_BYTES;
    const limit = `[the script printed more than ${this.#input.limits.logBytes} bytes; the rest is not shown]`;
    this.#post({ type: "log", text: this.#logBytesLeft < 0 ? limit : this.#script.restorePlaces(text) });
  }

  #setTimer(id: number, delayMs: number): void {
    if (this.#timers.size >= this.#input.limits.timers)
      throw new RangeError(`More than ${this.#input.limits.timers} timers at once`);
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      this.#start("timer", [id]);
    }, delayMs);
    this.#timers.set(id, timer);
  }
}

const port = parentPort;
if (!port) throw new Error("worker.ts runs as a worker thread only");
const host = new ScriptHost(workerData as WorkerInput, (message, transfer = []) => port.postMessage(message, transfer));
port.on("message", (message: ToWorker) => host.receive(message));
await host.run();
