import { Worker } from "node:worker_threads";
import { limits } from "./limits.ts";
import type { FromWorker, OutputStream, RunRequest, RunResult, ToWorker, WorkerSettings } from "./protocol.ts";
import type { SystemCalls } from "./system-calls.ts";

export interface ShellWorkersOptions {
  /** The worker's entry: `worker.ts` in the sources, its bundle in a build. */
  entry: URL;
  settings: WorkerSettings;
  system: SystemCalls;
  /** Processor time of one script; `limits.busyMs` unless given. */
  busyMs?: number;
}

/** The client's side of a script. */
export interface RunClient {
  /** Takes output; resolves when there is room for more. */
  write(stream: OutputStream, bytes: Buffer): Promise<void>;
  /** Gives the input that the script may read: a line of it at least, or all. Asked for at most once. */
  input(amount: "line" | "all"): Promise<Uint8Array>;
}

/** A script that was ended from outside, as its own `exit 128+signal` would read. */
export interface RunFailure {
  kind: "failed";
  exitCode: number;
  /** For the person at the shell; empty when they ended it themselves. */
  message: string;
}

export interface ShellRun {
  /** Never rejects. */
  finished: Promise<RunResult | RunFailure>;
  /** Ends the script at once, whatever it is doing. */
  kill(): void;
}

const busyCheckMs = 1000;

/**
 * Runs scripts in worker threads. A script that uses too much, or that nobody wants any more, loses its thread; the
 * device goes on. Idle threads are used again, and ended after a while.
 */
export class ShellWorkers {
  readonly #options: ShellWorkersOptions;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #idleTimers = new Map<Worker, NodeJS.Timeout>();
  readonly #running = new Set<ShellRun>();
  #busyCount = 0;

  constructor(options: ShellWorkersOptions) {
    this.#options = options;
  }

  run(request: RunRequest, client: RunClient): ShellRun {
    const killed = Promise.withResolvers<RunFailure>();
    const run: ShellRun = {
      finished: this.#run(request, client, killed.promise).finally(() => this.#running.delete(run)),
      kill: () => killed.resolve({ kind: "failed", exitCode: 130, message: "" }),
    };
    this.#running.add(run);
    return run;
  }

  /** Ends everything. */
  async close(): Promise<void> {
    for (const run of this.#running) run.kill();
    for (const timer of this.#idleTimers.values()) clearTimeout(timer);
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  async #run(request: RunRequest, client: RunClient, killed: Promise<RunFailure>): Promise<RunResult | RunFailure> {
    const slot = this.#takeSlot();
    const early = await Promise.race([slot.then(() => undefined), killed]);
    if (early) {
      void slot.then(() => this.#giveSlot());
      return early;
    }
    const worker = this.#takeIdle() ?? this.#start();
    const job = new WorkerJob(worker, this.#options.system, client, this.#options.busyMs ?? limits.busyMs);
    const result = await Promise.race([job.run(request), killed]);
    job.detach();
    // After any failure the thread's state is unknown; it goes.
    if (result.kind === "failed") void worker.terminate();
    else this.#keepIdle(worker);
    this.#giveSlot();
    return result;
  }

  async #takeSlot(): Promise<void> {
    if (this.#busyCount < limits.workers) this.#busyCount += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the slot to the next in line, or frees it. */
  #giveSlot(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busyCount -= 1;
  }

  #start(): Worker {
    const worker = new Worker(this.#options.entry, {
      workerData: this.#options.settings,
      // Nothing of the host's environment, streams or command line reaches the shell.
      env: {},
      argv: [],
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMebibytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    // Whatever ends it, while it works or rests, it is not used again.
    return worker.on("error", () => undefined).on("exit", () => this.#forgetIdle(worker));
  }

  #takeIdle(): Worker | undefined {
    const worker = this.#idle.at(-1);
    if (worker) this.#forgetIdle(worker);
    return worker;
  }

  #keepIdle(worker: Worker): void {
    this.#idle.push(worker);
    this.#idleTimers.set(worker, setTimeout(() => void worker.terminate(), limits.idleMs).unref());
  }

  #forgetIdle(worker: Worker): void {
    clearTimeout(this.#idleTimers.get(worker));
    this.#idleTimers.delete(worker);
    const index = this.#idle.indexOf(worker);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}

/** One script on one worker. */
class WorkerJob {
  readonly #worker: Worker;
  readonly #system: SystemCalls;
  readonly #client: RunClient;
  readonly #busyMs: number;
  readonly #result = Promise.withResolvers<RunResult | RunFailure>();
  #output: Promise<void> = Promise.resolve();
  #outputBytes = 0;
  #busyCheck: NodeJS.Timeout | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(worker: Worker, system: SystemCalls, client: RunClient, busyMs: number) {
    this.#worker = worker;
    this.#system = system;
    this.#client = client;
    this.#busyMs = busyMs;
  }

  run(request: RunRequest): Promise<RunResult | RunFailure> {
    this.#worker.on("message", this.#onMessage).on("error", this.#onError).on("exit", this.#onExit);
    const before = this.#worker.performance.eventLoopUtilization();
    this.#busyCheck = setInterval(
      () => {
        const { active } = this.#worker.performance.eventLoopUtilization(before);
        if (active > this.#busyMs) this.#fail(137, `sh: ended after ${this.#busyMs / 1000} s on the processor`);
      },
      Math.min(busyCheckMs, this.#busyMs),
    );
    this.#deadline = setTimeout(
      () => this.#fail(137, `sh: ended after ${limits.wallClockMs / 60_000} minutes`),
      limits.wallClockMs,
    );
    this.#send({ type: "run", request });
    return this.#result.promise;
  }

  detach(): void {
    clearInterval(this.#busyCheck);
    clearTimeout(this.#deadline);
    this.#worker.off("message", this.#onMessage).off("error", this.#onError).off("exit", this.#onExit);
  }

  readonly #onMessage = (message: FromWorker): void => {
    if (message.type === "output") this.#handleOutput(message.stream, Buffer.from(message.bytes));
    else if (message.type === "call") void this.#answer(message);
    else if (message.type === "wantsInput") void this.#giveInput(message.amount);
    // Output is taken in order, and all of it before the script counts as finished.
    else void this.#output.then(() => this.#result.resolve(message.result));
  };

  readonly #onError = (error: unknown): void => {
    const outOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    if (outOfMemory) this.#fail(137, "sh: out of memory");
    else this.#fail(134, `sh: the shell failed: ${error instanceof Error ? error.message : String(error)}`);
  };

  readonly #onExit = (): void => this.#fail(134, "sh: the shell ended unexpectedly");

  #handleOutput(stream: OutputStream, bytes: Buffer): void {
    this.#outputBytes += bytes.length;
    if (this.#outputBytes > limits.outputBytes) {
      this.#fail(137, `sh: ended after ${limits.outputBytes} bytes of output`);
      return;
    }
    this.#output = this.#output
      .then(() => this.#client.write(stream, bytes))
      .then(() => this.#send({ type: "taken", bytes: bytes.length }))
      // The client is gone: whoever holds the stream kills the run.
      .catch(() => undefined);
  }

  async #giveInput(amount: "line" | "all"): Promise<void> {
    try {
      this.#send({ type: "input", bytes: await this.#client.input(amount) });
    } catch (error) {
      this.#fail(1, `sh: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #answer({ id, name, args }: Extract<FromWorker, { type: "call" }>): Promise<void> {
    try {
      const call = this.#system[name] as (...args: unknown[]) => Promise<unknown>; // the worker typed the pair
      this.#send({ type: "answer", id, value: await call(...args) });
    } catch (error) {
      this.#send({
        type: "answer",
        id,
        value: undefined,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }

  #fail(exitCode: number, message: string): void {
    void this.#output.then(() => this.#result.resolve({ kind: "failed", exitCode, message }));
  }

  #send(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    this.#worker.postMessage(message);
  }
}
