import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@terrarium/adb-device/ports/log";
import { groupGoneWithin, killGroup } from "../shell/process-end.ts";

/** Run time in milliseconds below which the pause before the next start grows. */
const SOON_MS = 5_000;
const FIRST_PAUSE_MS = 250;
/** A killed process ends soon, unless the kernel blocks it. */
const GONE_WITHIN_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** Time in milliseconds to respond to `close`, before SIGTERM. */
const TOLD_WITHIN_MS = 2_000;

export interface KeptProgramOptions {
  environment: () => Record<string, string>;
  folder: string;
  log: Log;
  /** Runs before each start; must not reject. */
  prepare?: () => Promise<void>;
  /**
   * Asks the program to end, if there is a better way than SIGTERM. SIGTERM follows if this rejects or takes too long.
   */
  close?: () => Promise<void>;
}

/** A program of the screen that is restarted whenever it ends, until it is stopped. */
export class KeptProgram {
  readonly #command: readonly [string, ...string[]];
  readonly #environment: () => Record<string, string>;
  readonly #folder: string;
  readonly #log: Log;
  readonly #prepare: () => Promise<void>;
  readonly #close: (() => Promise<void>) | undefined;
  #child: ChildProcess | undefined;
  #gone: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #stopped = false;

  constructor(command: readonly [string, ...string[]], options: KeptProgramOptions) {
    this.#command = command;
    this.#environment = options.environment;
    this.#folder = options.folder;
    this.#log = options.log;
    this.#prepare = options.prepare ?? (() => Promise.resolve());
    this.#close = options.close;
    this.#start();
  }

  /**
   * Asks the program to end, and kills the rest of its group after that time. Resolves when all processes have ended,
   * and their listening sockets are closed.
   */
  async stop(withinMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const untilMs = performance.now() + withinMs;
    // Only the main process gets the request. Its other processes may still store data after it has ended, such as
    // Chromium's cookies.
    if (this.#child) void this.#tellToEnd(this.#child, withinMs);
    await this.#goneWithin(withinMs);
    await groupGoneWithin(this.#child?.pid, untilMs - performance.now());
    killGroup(this.#child?.pid);
    await this.#goneWithin(GONE_WITHIN_MS);
  }

  /** A program that accepted the request is left to store its data, because SIGTERM would interrupt that. */
  async #tellToEnd(child: ChildProcess, withinMs: number): Promise<void> {
    const told = this.#close?.().then(
      () => true,
      () => false,
    );
    // Leaves time for SIGTERM to take effect.
    const late = sleep(Math.min(TOLD_WITHIN_MS, withinMs / 2), false, { ref: false });
    if (!(await Promise.race([told ?? false, late]))) child.kill("SIGTERM");
  }

  async #goneWithin(timeMs: number): Promise<void> {
    await Promise.race([this.#gone, sleep(timeMs, undefined, { ref: false })]);
  }

  #start(): void {
    this.#gone = this.#run();
  }

  async #run(): Promise<void> {
    await this.#prepare();
    if (this.#stopped) return;
    const [program, ...args] = this.#command;
    this.#child = spawn(program, args, {
      cwd: this.#folder,
      env: this.#environment(),
      stdio: "ignore",
      detached: true,
    });
    await this.#watch(this.#child);
  }

  async #watch(child: ChildProcess): Promise<void> {
    const startedMs = performance.now();
    const how = await endOf(child);
    if (this.#stopped) return;
    this.#log("a program of the screen ended; it is started again", { program: this.#command[0], ...how });
    const wasSoon = performance.now() - startedMs < SOON_MS;
    this.#pauseMs = wasSoon ? Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    this.#timer = setTimeout(() => this.#start(), this.#pauseMs);
  }
}

/** Resolves with the exit code or signal, or with the reason for a failed start. */
const endOf = (child: ChildProcess): Promise<Record<string, unknown>> =>
  new Promise((resolve) => {
    child.on("error", (error) => resolve({ error: error.message }));
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
