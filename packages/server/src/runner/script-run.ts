import { Worker } from "node:worker_threads";
import { GBOX_NAME, SDK_NAME } from "@terrarium/contract/clients";
import type { RunLimits } from "@terrarium/contract/limits";
import { type ApiAddress, fetchOwnApi } from "./api-fetch.ts";
import { BodyBudget, type SharedBodyBudget } from "./body-budget.ts";
import { busyMessage, steadyMs } from "./busy-budget.ts";
import { guestSource } from "./guest/boot.ts";
import type { FromWorker, ScriptRequest, ToWorker, WorkerInput } from "./messages.ts";

/**
 * Grace after the limit. Past it, the interpreter does not return to its own clock, and its thread is ended from
 * outside.
 */
const BUSY_GRACE_MS = 2_000;
const WATCH_INTERVAL_MS = 500;
/** Limits of the thread's own objects. The interpreter's memory is separate and has its own limit. */
const THREAD_RESOURCES = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 8 };

export interface ScriptRunOptions {
  code: string;
  /** Source text of the SDK that scripts import. */
  sdkSource: string;
  /** The API that the script may call. */
  address: ApiAddress;
  /** Headers of its requests. */
  ownHeaders: Readonly<Record<string, string>>;
  limits: RunLimits;
  bodies: SharedBodyBudget;
  /** Calls a function when this run's team may send a request. The function calls `done` at its end. */
  takeTurn: (fetch: (done: () => void) => void) => void;
  onLog: (text: string) => void;
  /** Called once after everything has ended, with the run's error, if any. */
  onEnd: (error: string | undefined) => void;
}

/** A script that runs in its own worker thread. */
export class ScriptRun {
  readonly #options: ScriptRunOptions;
  readonly #worker: Worker;
  readonly #busySince = new Float64Array(new SharedArrayBuffer(8));
  readonly #requests = new Map<number, AbortController>();
  readonly #fetches = new Set<Promise<void>>();
  readonly #bodies: BodyBudget;
  readonly #clocks: NodeJS.Timeout[];
  #stopped = false;

  constructor(options: ScriptRunOptions) {
    this.#options = options;
    const { bodies, limits } = options;
    this.#bodies = new BodyBudget(bodies);
    const workerData: WorkerInput = {
      code: options.code,
      modules: { [SDK_NAME]: options.sdkSource, [GBOX_NAME]: `export * from "${SDK_NAME}";` },
      guestSource: guestSource(),
      env: { TERRARIUM_BASE_URL: options.address.baseUrl, GBOX_BASE_URL: options.address.baseUrl },
      limits,
      busySince: this.#busySince.buffer,
      bodies,
    };
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData,
      env: {},
      resourceLimits: THREAD_RESOURCES,
      name: "script",
    });
    this.#worker.on("message", (message: FromWorker) => this.#receive(message));
    this.#worker.on("error", (error: Error) => this.stop(describeThreadError(error)));
    this.#worker.on("exit", () => this.stop("The script's thread ended unexpectedly"));
    this.#clocks = [
      setTimeout(
        () => this.stop(`Stopped: the script ran for ${limits.wallClockMs / 60_000} minutes, its limit`),
        limits.wallClockMs,
      ),
      setInterval(() => this.#watch(), WATCH_INTERVAL_MS),
    ];
  }

  /** Ends the run at any point, with or without an error's text. */
  stop(failure: string | undefined): void {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const clock of this.#clocks) clearTimeout(clock);
    for (const request of this.#requests.values()) request.abort();
    void Promise.allSettled([this.#worker.terminate(), ...this.#fetches]).then(() => this.#options.onEnd(failure));
  }

  #watch(): void {
    const since = this.#busySince[0] ?? 0;
    if (since > 0 && steadyMs() - since > this.#options.limits.busyMs + BUSY_GRACE_MS)
      this.stop(busyMessage(this.#options.limits));
  }

  #receive(message: FromWorker): void {
    if (this.#stopped) return;
    if (message.type === "log") this.#options.onLog(message.text);
    else if (message.type === "done") this.stop(message.error);
    else if (message.type === "abort-fetch") this.#requests.get(message.id)?.abort();
    else {
      const fetched = this.#fetch(message.id, message.request, message.body);
      this.#fetches.add(fetched);
      void fetched.then(() => this.#fetches.delete(fetched));
    }
  }

  async #fetch(id: number, request: ScriptRequest, body: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
    const abort = new AbortController();
    this.#requests.set(id, abort);
    try {
      const { address, limits, ownHeaders, takeTurn } = this.#options;
      const done = await new Promise<() => void>(takeTurn);
      const response = await fetchOwnApi(request, body, {
        address,
        ownHeaders,
        responseBytes: limits.responseBytes,
        bodies: this.#bodies,
        signal: abort.signal,
      }).finally(done);
      this.#post({ type: "response", id, head: response.head, body: response.body }, [response.body]);
    } catch (error) {
      this.#post({ type: "fetch-failed", id, message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#requests.delete(id);
      if (body) this.#bodies.give(body.byteLength);
    }
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    if (!this.#stopped) this.#worker.postMessage(message, transfer);
  }
}

function describeThreadError(error: Error): string {
  if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return "Stopped: the script's thread needs more memory than it may have";
  return `The script could not be run: ${error.message}`;
}
