import { SYSTEM_PROCESSES } from "@terrarium/phone-system/app-processes";
import type { DescriptorTable } from "../streams/descriptor.ts";
import { Waiters } from "../streams/pipe.ts";
import type { Budget } from "./budget.ts";
import { exitCodeOfSignal, signalEffect, signalName } from "./signals.ts";

/** Rejects a process's waits when a signal ends it. */
export class KilledError extends Error {
  override readonly name = "KilledError";
  readonly signalNumber: number;

  constructor(signalNumber: number) {
    super(`ended by SIG${signalName(signalNumber)}`);
    this.signalNumber = signalNumber;
  }
}

/** Shared state of the processes of one terminal or one adb stream. */
export interface TaskSession {
  readonly terminalName: string;
  /** Process group that receives the terminal's signals. */
  foregroundGroup: number;
  /**
   * Makes the limits of a new command line. If it exceeds them, its processes end, except the shell where it was typed.
   */
  newBudget(owner?: BudgetOwner): Budget;
}

/** A shell with a prompt. It is interrupted when a command line exceeds its limits. */
export interface BudgetOwner {
  readonly task: Task;
  interrupt(): void;
}

export interface TaskOptions {
  pid: number;
  startedAtMs: number;
  parent: Task | undefined;
  groupId: number;
  userId: number;
  session: TaskSession;
  budget: Budget;
  commandLine: readonly string[];
}

/** An entry of the process table: identity, signals and exit status. */
export class Task {
  readonly pid: number;
  parentPid: number;
  groupId: number;
  userId: number;
  /** Mode bits that new files do not get. */
  umask: number;
  readonly session: TaskSession;
  budget: Budget;
  commandLine: readonly string[];
  /** Open files, for /proc. */
  files: DescriptorTable | undefined;
  readonly startedAtMs: number;
  busyMs = 0;
  /** Whether it is waiting, for `ps`. */
  sleeping = false;
  /** Exit code; undefined while the process runs. */
  exitCode: number | undefined;
  endedBySignal: number | undefined;
  readonly exited: Promise<number>;
  readonly #exit = Promise.withResolvers<number>();
  readonly #abort = new AbortController();
  readonly #handlers = new Map<string, () => void>();
  readonly #ignored: Set<string>;
  readonly #changed = new Waiters();
  #stopped = false;
  #interrupt = new AbortController();

  constructor(options: TaskOptions) {
    this.pid = options.pid;
    this.startedAtMs = options.startedAtMs;
    this.parentPid = options.parent?.pid ?? SYSTEM_PROCESSES.adbd.pid;
    this.groupId = options.groupId;
    this.userId = options.userId;
    this.umask = options.parent?.umask ?? 0;
    this.session = options.session;
    this.budget = options.budget;
    this.commandLine = options.commandLine;
    this.#ignored = new Set(options.parent?.ignoredSignals);
    this.exited = this.#exit.promise;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Signal that aborts waits when the process is ended or stopped. */
  get interruptible(): AbortSignal {
    return this.#interrupt.signal;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  get ended(): boolean {
    return this.exitCode !== undefined;
  }

  get ignoredSignals(): ReadonlySet<string> {
    return this.#ignored;
  }

  ignore(name: string, ignored: boolean): void {
    if (ignored) this.#ignored.add(name);
    else this.#ignored.delete(name);
  }

  handle(name: string, handler: (() => void) | undefined): void {
    if (handler) this.#handlers.set(name, handler);
    else this.#handlers.delete(name);
  }

  handles(name: string): boolean {
    return this.#handlers.has(name);
  }

  kill(number: number): void {
    if (this.ended || number === 0) return;
    const name = signalName(number);
    const certain = name === "KILL" || name === "STOP";
    if (name === "CONT") this.#setStopped(false);
    if (!certain && this.#ignored.has(name)) return;
    const handler = certain ? undefined : this.#handlers.get(name);
    if (handler) return handler();
    const effect = signalEffect(number);
    if (effect === "stop") this.#setStopped(true);
    else if (effect === "end") this.#end(number);
  }

  /** Resolves when the process may continue. Rejects if it was ended. */
  async ready(): Promise<void> {
    this.signal.throwIfAborted();
    while (this.#stopped) await this.#changed.wait(this.signal);
  }

  /** Resolves when the process stops, continues or ends. */
  async changed(signal?: AbortSignal): Promise<void> {
    if (!this.ended) await this.#changed.wait(signal);
  }

  /** Marks the process as ended. */
  exit(code: number): void {
    if (this.ended) return;
    this.exitCode = code & 0xff;
    this.#stopped = false;
    this.#abortAll(new KilledError(9));
    this.#exit.resolve(this.exitCode);
    this.#changed.wake();
  }

  #end(number: number): void {
    if (this.signal.aborted) return;
    this.endedBySignal = number;
    this.#abortAll(new KilledError(number));
    this.#changed.wake();
  }

  #abortAll(reason: KilledError): void {
    if (!this.signal.aborted) this.#abort.abort(reason);
    this.#interrupt.abort(reason);
  }

  #setStopped(stopped: boolean): void {
    if (this.#stopped === stopped) return;
    this.#stopped = stopped;
    if (stopped) this.#interrupt.abort(new Error("stopped"));
    else if (!this.signal.aborted) this.#interrupt = new AbortController();
    this.#changed.wake();
  }
}

/** Returns the exit code for an error of a process. Returns undefined if the error is not the end by a signal. */
export function exitCodeOf(error: unknown): number | undefined {
  return error instanceof KilledError ? exitCodeOfSignal(error.signalNumber) : undefined;
}
