import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@terrarium/adb-device/ports/log";
import { groupGoneWithin, killGroup } from "../shell/process-end.ts";

/** One that ends sooner than this is started again later each time. */
const soonMs = 5_000;
const firstPauseMs = 250;
/** One that was killed is gone soon, unless the kernel holds it. */
const goneWithinMs = 10_000;
const longestPauseMs = 30_000;
/** One that does not take its word that it is to end by then gets SIGTERM. */
const toldWithinMs = 2_000;

export interface KeptProgramOptions {
  environment: () => Record<string, string>;
  folder: string;
  log: Log;
  /** What is done before each start; it must not reject. */
  prepare?: () => Promise<void>;
  /** Tells it to end, where it has a better way than SIGTERM, which it gets if this rejects or takes too long. */
  close?: () => Promise<void>;
}

/** A program of the screen that is started again when it has ended, until it is stopped. */
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
  #pauseMs = firstPauseMs;
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
   * Tells it to end, and kills what is left of its group after that time. Resolves when all are gone, and with them what
   * they listened at.
   */
  async stop(withinMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const untilMs = performance.now() + withinMs;
    // The program alone is told: what it has still to store may be with a process of its own, as Chromium's cookies are,
    // which may go on when the program is gone.
    if (this.#child) void this.#tellToEnd(this.#child, withinMs);
    await this.#goneWithin(withinMs);
    await groupGoneWithin(this.#child?.pid, untilMs - performance.now());
    killGroup(this.#child?.pid);
    await this.#goneWithin(goneWithinMs);
  }

  /** One that was told is left to store what it has, which SIGTERM would end. */
  async #tellToEnd(child: ChildProcess, withinMs: number): Promise<void> {
    const told = this.#close?.().then(
      () => true,
      () => false,
    );
    // It is to have time for SIGTERM, too.
    const late = sleep(Math.min(toldWithinMs, withinMs / 2), false, { ref: false });
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
    const wasSoon = performance.now() - startedMs < soonMs;
    this.#pauseMs = wasSoon ? Math.min(2 * this.#pauseMs, longestPauseMs) : firstPauseMs;
    this.#timer = setTimeout(() => this.#start(), this.#pauseMs);
  }
}

/** Resolves with how it ended, or why it could not be started. */
const endOf = (child: ChildProcess): Promise<Record<string, unknown>> =>
  new Promise((resolve) => {
    child.on("error", (error) => resolve({ error: error.message }));
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
