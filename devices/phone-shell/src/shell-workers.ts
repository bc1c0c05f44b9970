import { Worker } from "node:worker_threads";
import type { Shell, ShellIo, ShellRequest } from "@terrarium/adb-device/ports/shell";
import type { Clock } from "@terrarium/phone-system/clock";
import { startHostTimer } from "@terrarium/phone-system/host-time";
import { LIMITS } from "./limits.ts";
import type { SystemCalls } from "./system-calls/system-calls.ts";
import { LineHistory } from "./terminal/line-history.ts";
import { Patience } from "./worker/patience.ts";
import type { FromWorker, ShellSnapshot, ToWorker, WorkerSettings } from "./worker/protocol.ts";

export interface ShellWorkersOptions {
  /** Entry of the worker. It calls `runShellWorker` with the commands. */
  entry: URL;
  settings: Pick<WorkerSettings, "filesFolder" | "quota" | "clock" | "random">;
  clock: Clock;
  system: SystemCalls;
  /** Processor time of one command line. Default: `limits.busyMs`. */
  busyMs?: number;
  /** Processor time that a worker may use without a response. Default: `limits.unresponsiveMs`. */
  unresponsiveMs?: number;
}

const SHELL_USER_ID = 2000;
/** Time of each command and typed input if time passes only with actions. */
const ACTION_MS = 16;
const KILLED_CODE = 137;
const INTERRUPT_KEY = 3;
/** Interval between checks of a worker with processes. */
const PING_MS = 2_000;
const SECOND_CHANCE_MS = 200;

/** The main thread's view of a shell. */
interface ServedShell {
  io: ShellIo;
  request: ShellRequest;
  snapshot: ShellSnapshot | undefined;
  /** Input that the worker has not read. */
  unreadBytes: number;
  output: Promise<void>;
  ended: PromiseWithResolvers<void>;
}

/**
 * Runs the device's shells in their own thread. The thread starts with the first shell and ends when no shell and no
 * process is left. If a command blocks the thread or uses up its memory, the thread is ended. Shells at a terminal
 * restart in a new thread with their state before the command.
 */
export class ShellWorkers implements Shell {
  readonly #options: ShellWorkersOptions;
  readonly #shells = new Map<number, ServedShell>();
  readonly #history = new LineHistory();
  readonly #startedAtMs: number;
  readonly #lastPid = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  #worker: Worker | undefined;
  /** Whether the worker has loaded its program. */
  #started = false;
  #nextShell = 0;
  #processes = 0;
  /** Whether a message was sent that the worker may not have processed yet. */
  #expectsWork = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;
  #answerTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ShellWorkersOptions) {
    this.#options = options;
    this.#startedAtMs = options.clock.nowMs();
  }

  /** Serves a client until its shell ends or the client disconnects. Never rejects. */
  async serve(io: ShellIo, request: ShellRequest): Promise<void> {
    if (this.#shells.size >= LIMITS.shells || this.#closed) {
      await io.write("stderr", Buffer.from(`sh: this device runs no more than ${LIMITS.shells} shells at once\n`));
      return io.exit(1);
    }
    this.#options.clock.pass(ACTION_MS);
    const id = this.#nextShell++;
    const shell: ServedShell = {
      io,
      request,
      snapshot: undefined,
      unreadBytes: 0,
      output: Promise.resolve(),
      ended: Promise.withResolvers<void>(),
    };
    this.#shells.set(id, shell);
    this.#open(id, shell);
    const onData = (bytes: Buffer): void => this.#input(id, shell, bytes);
    io.stdin.on("data", onData).on("end", () => this.#send({ type: "inputEnd", shell: id }));
    io.onWindowSize(() => this.#send({ type: "resize", shell: id, ...io.windowSize }));
    const hangUp = (): void => {
      this.#send({ type: "hangUp", shell: id, endsInput: io.endsInputByLeaving });
      this.#end(id);
    };
    io.gone.addEventListener("abort", hangUp, { once: true });
    if (io.gone.aborted) hangUp();
    await shell.ended.promise;
    io.gone.removeEventListener("abort", hangUp);
    io.stdin.off("data", onData).resume();
  }

  /** Ends all shells and the thread. */
  async close(): Promise<void> {
    for (const [id, { io }] of this.#shells) {
      io.exit(KILLED_CODE);
      this.#end(id);
    }
    await this.#stop();
  }

  #open(id: number, { request, io, snapshot }: ServedShell): void {
    const worker = this.#worker ?? this.#start();
    clearTimeout(this.#idleTimer);
    const terminal = request.terminal === undefined ? undefined : { kind: request.terminal, ...io.windowSize };
    const options = {
      terminal,
      command: request.command,
      userId: request.userId ?? SHELL_USER_ID,
      ...(snapshot && { snapshot }),
      history: this.#history.lines,
    };
    post(worker, { type: "open", shell: id, options });
    this.#expectsWork = true;
    this.#ping();
  }

  #start(): Worker {
    const compileCache = process.env["NODE_COMPILE_CACHE"];
    const settings: WorkerSettings & { busyMs: number } = {
      ...this.#options.settings,
      startedAtMs: this.#startedAtMs,
      lastPid: this.#lastPid,
      busyMs: this.#options.busyMs ?? LIMITS.busyMs,
    };
    const worker = new Worker(this.#options.entry, {
      workerData: settings,
      // The shell sees nothing of the host's environment, streams or command line, except Node's compile cache.
      env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
      argv: [],
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMebibytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    worker.on("message", (message: FromWorker) => this.#handle(worker, message));
    worker.on("error", (error: unknown) => this.#failed(worker, error));
    worker.on("exit", () => this.#lost(worker, "the shell ended unexpectedly"));
    this.#worker = worker;
    this.#started = false;
    return worker;
  }

  #failed(worker: Worker, error: unknown): void {
    const outOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    this.#lost(
      worker,
      outOfMemory ? "out of memory" : `the shell failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }

  /** Handles the end of a worker and everything that ran in it. */
  #lost(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#forget();
    for (const [id, shell] of this.#shells) void this.#recover(id, shell, reason);
  }

  async #recover(id: number, shell: ServedShell, reason: string): Promise<void> {
    const { io, request } = shell;
    await shell.output;
    const lineEnd = request.terminal === undefined ? "\n" : "\r\n";
    await io.write(
      request.terminal === undefined ? "stderr" : "stdout",
      Buffer.from(`${lineEnd.slice(0, -1)}sh: ${reason}${lineEnd}`),
    );
    if (!this.#shells.has(id)) return;
    if (request.terminal !== undefined && request.command === undefined && !this.#closed) {
      shell.unreadBytes = 0;
      io.stdin.resume();
      if (shell.snapshot) shell.snapshot = { ...shell.snapshot, exitCode: KILLED_CODE };
      this.#open(id, shell);
    } else {
      io.exit(KILLED_CODE);
      this.#end(id);
    }
  }

  #forget(): void {
    this.#worker = undefined;
    this.#processes = 0;
    for (const timer of [this.#idleTimer, this.#pingTimer, this.#answerTimer]) clearTimeout(timer);
    this.#pingTimer = this.#answerTimer = undefined;
  }

  async #stop(): Promise<void> {
    this.#closed = this.#closed || this.#shells.size > 0;
    const worker = this.#worker;
    this.#forget();
    await worker?.terminate();
    this.#closed = false;
  }

  #input(id: number, shell: ServedShell, bytes: Buffer): void {
    this.#options.clock.pass(ACTION_MS);
    shell.unreadBytes += bytes.length;
    if (shell.unreadBytes > LIMITS.untakenInputBytes) shell.io.stdin.pause();
    // Copied, because otherwise the whole underlying buffer would be sent too.
    const own = new Uint8Array(bytes);
    this.#send({ type: "input", shell: id, bytes: own }, [own.buffer]);
    this.#expectsWork = true;
    this.#ping(
      shell.request.terminal !== undefined && bytes.includes(INTERRUPT_KEY)
        ? LIMITS.unresponsiveToInterruptMs
        : undefined,
    );
  }

  #handle(worker: Worker, message: FromWorker): void {
    if (this.#worker !== worker) return;
    if (message.type === "call") return void this.#answer(worker, message);
    if (message.type === "pong") return this.#alive(message.processes);
    if (message.type === "typed") return this.#history.add(message.line);
    const shell = this.#shells.get(message.shell);
    if (!shell) return;
    switch (message.type) {
      case "output":
        shell.output = shell.output
          .then(() => shell.io.write(message.stream, message.bytes))
          .then(() => this.#send({ type: "taken", shell: message.shell, bytes: message.bytes.length }));
        return;
      case "inputTaken":
        shell.unreadBytes -= message.bytes;
        if (shell.unreadBytes <= LIMITS.untakenInputBytes) shell.io.stdin.resume();
        return;
      case "snapshot":
        shell.snapshot = message.snapshot;
        return;
      case "exit":
        // The client receives all output in order before the exit code.
        void this.#finish(message.shell, shell, message.exitCode);
    }
  }

  async #finish(id: number, shell: ServedShell, exitCode: number): Promise<void> {
    await shell.output;
    shell.io.exit(exitCode);
    this.#end(id);
  }

  async #answer(worker: Worker, { id, name, args }: Extract<FromWorker, { type: "call" }>): Promise<void> {
    try {
      const call = this.#options.system[name] as (...args: unknown[]) => Promise<unknown>; // the types of messages match name and arguments
      post(worker, { type: "answer", id, value: await call(...args) });
    } catch (error) {
      post(worker, {
        type: "answer",
        id,
        value: undefined,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }

  #end(id: number): void {
    this.#shells.get(id)?.ended.resolve();
    this.#shells.delete(id);
    this.#restWhenIdle();
  }

  #send(message: ToWorker, transfer?: readonly ArrayBuffer[]): void {
    if (this.#worker) post(this.#worker, message, transfer);
  }

  /** Checks that the worker responds. Ends the worker if it uses this much processor time without a response. */
  #ping(withinMs = this.#options.unresponsiveMs ?? LIMITS.unresponsiveMs): void {
    const worker = this.#worker;
    if (!worker) return;
    clearTimeout(this.#pingTimer);
    this.#pingTimer = undefined;
    if (this.#answerTimer && withinMs >= (this.#options.unresponsiveMs ?? LIMITS.unresponsiveMs)) return;
    clearTimeout(this.#answerTimer);
    const { unansweredMs, unansweredAtStartMs } = LIMITS;
    const patience = new Patience(
      worker,
      this.#started ? { busyMs: withinMs, unansweredMs } : { busyMs: unansweredMs, unansweredMs: unansweredAtStartMs },
    );
    const waitFor = (ms: number): void => {
      const timer = startHostTimer(ms, () => {
        // This thread may be the busy one, so it first handles a response that has already arrived.
        this.#answerTimer = startHostTimer(SECOND_CHANCE_MS, () => void look(this.#answerTimer));
      });
      this.#answerTimer = timer;
    };
    const look = async (timer: NodeJS.Timeout | undefined): Promise<void> => {
      const { leftMs, reason } = await patience.look();
      if (this.#worker !== worker || this.#answerTimer !== timer) return;
      if (leftMs > 0) return waitFor(leftMs);
      this.#lost(worker, reason);
      await worker.terminate();
    };
    waitFor(withinMs);
    post(worker, { type: "ping" });
  }

  #alive(processes: number): void {
    this.#started = true;
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
    this.#processes = processes;
    clearTimeout(this.#pingTimer);
    const again = processes > 0 || this.#expectsWork;
    this.#expectsWork = false;
    this.#pingTimer = again ? startHostTimer(PING_MS, () => this.#ping()).unref() : undefined;
    this.#restWhenIdle();
  }

  #restWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#shells.size > 0 || this.#processes > 0 || !this.#worker) return;
    this.#idleTimer = startHostTimer(LIMITS.idleMs, () => void this.#stop()).unref();
  }
}

function post(worker: Worker, message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}
