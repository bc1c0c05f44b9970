import type { Clock, Timer } from "./clock.ts";

/** Time that passes after actions before their effects are read. */
const SETTLE_MS = 1_000;
/** Time on the host and on the phone after which a finger is seen as held for this long. */
const HOLD_MS = 500;
/** Limit of timers that fire at their own time during one action. Later ones fire once, at its end. */
const MAX_TIMERS_IN_PASS = 1_000;
/** The last millisecond of the year 9999. Dates after it have another format. */
const LAST_MS = 253_402_300_799_999;

interface PendingTimer {
  dueMs: number;
  /** Orders timers of the same time. */
  number: number;
  act: () => void;
}

/** A clock on which time passes only with actions. Timers fire in the order of their times, as time passes them. */
export class ManualClock implements Clock {
  readonly runs = false;
  readonly #time: Float64Array;
  readonly #onPass: () => void;
  readonly #pending = new Set<PendingTimer>();
  #count = 0;
  #hasActed = false;

  /** `time` holds the current time, and is shared with other threads. `onPass` is called after it has changed. */
  constructor(time: SharedArrayBuffer, onPass: () => void = () => undefined) {
    this.#time = new Float64Array(time);
    this.#onPass = onPass;
  }

  nowMs(): number {
    return this.#time[0] ?? 0;
  }

  elapsedMs(): number {
    return this.nowMs();
  }

  /** Time of the next timer; undefined if there is none. */
  get nextMs(): number | undefined {
    const times = [...this.#pending].map(({ dueMs }) => dueMs);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  startTimer(delayMs: number, act: () => void): Timer {
    const timer = { dueMs: this.nowMs() + Math.max(0, delayMs), number: this.#count++, act };
    this.#pending.add(timer);
    return { cancel: () => void this.#pending.delete(timer) };
  }

  pass(ms: number): void {
    this.#hasActed = true;
    this.#passTo(this.nowMs() + (ms > 0 ? ms : 0));
  }

  settle(): void {
    if (!this.#hasActed) return;
    this.#hasActed = false;
    this.#passTo(this.nowMs() + SETTLE_MS);
  }

  hold(): Timer {
    const timer = setInterval(() => this.pass(HOLD_MS), HOLD_MS).unref();
    return { cancel: () => clearInterval(timer) };
  }

  #passTo(wantedMs: number): void {
    const targetMs = Math.min(LAST_MS, wantedMs);
    // Timers that start now have higher numbers. Without a limit, a short one that restarts itself would block a long
    // action.
    for (let fired = 0; fired < MAX_TIMERS_IN_PASS && this.#fireNext(targetMs, Infinity); fired++);
    this.#set(targetMs);
    const last = this.#count;
    while (this.#fireNext(targetMs, last));
    this.#onPass();
  }

  /** Fires the first timer until the time with a lower number than `before`. Returns whether there was one. */
  #fireNext(untilMs: number, before: number): boolean {
    let next: PendingTimer | undefined;
    for (const timer of this.#pending) {
      if (timer.dueMs > untilMs || timer.number >= before) continue;
      if (!next || timer.dueMs < next.dueMs || (timer.dueMs === next.dueMs && timer.number < next.number)) next = timer;
    }
    if (!next) return false;
    this.#pending.delete(next);
    this.#set(next.dueMs);
    next.act();
    return true;
  }

  /** Time never goes back, even if an action happens during another. */
  #set(ms: number): void {
    this.#time[0] = Math.max(this.nowMs(), ms);
  }
}
