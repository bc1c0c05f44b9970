import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { appFolder } from "../app-folder.ts";
import { perSystem } from "../per-system.ts";
import { alarmSchema, type Alarm } from "./alarm.ts";

export const CLOCK_PACKAGE = "com.terrarium.clock";

const stopwatchSchema = z.object({
  /** Start of the current run, as epoch ms; null while paused. */
  startedMs: z.number().nullable(),
  /** Milliseconds counted before the current run. */
  elapsedMs: z.number(),
  /** Times in milliseconds at each lap, first lap first. */
  laps: z.array(z.number()),
});
const timerSchema = z.object({
  durationMs: z.number(),
  /** End of the countdown, as epoch ms; null while paused. */
  endsMs: z.number().nullable(),
  /** Milliseconds left while paused. */
  leftMs: z.number(),
});
const clockSchema = z.object({
  alarms: z.array(alarmSchema),
  stopwatch: stopwatchSchema,
  /** Null if no timer is set. */
  timer: timerSchema.nullable(),
  /** Time zones of the world clock. */
  zones: z.array(z.string()),
  /** The id of the alarm that rings now, or of the timer. */
  ringing: z.string().nullable(),
});
export type ClockState = z.infer<typeof clockSchema>;

export const TIMER_ID = "timer";
/** More than a user sets by hand. A script may request more. */
const ALARMS_MAX = 200;

const emptyClock: ClockState = {
  alarms: [],
  stopwatch: { startedMs: null, elapsedMs: 0, laps: [] },
  timer: null,
  zones: ["Europe/London", "America/New_York", "Asia/Shanghai"],
  ringing: null,
};

/** All data of the clock. The file is written after every change, so that alarms ring after a restart too. */
export class ClockStore {
  readonly #file: JsonFile<ClockState>;
  #loaded: ClockState | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(appFolder(dataDir, CLOCK_PACKAGE), "clock.json"), clockSchema, log);
  }

  readonly get = (): ClockState => (this.#loaded ??= this.#file.read() ?? emptyClock);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Applies a change. Throws if the file cannot be written. */
  set(change: Partial<ClockState>): void {
    const state = { ...this.get(), ...change };
    this.#file.write(state);
    this.#loaded = state;
    for (const listener of this.#listeners) listener();
  }

  /** Adds the alarm or replaces the one with its id. Returns false if the limit of alarms is reached. */
  saveAlarm(alarm: Alarm): boolean {
    const others = this.get().alarms.filter((each) => each.id !== alarm.id);
    if (others.length >= ALARMS_MAX) return false;
    this.set({ alarms: [...others, alarm] });
    return true;
  }

  /** Resets to the state of a new device. The file is deleted with the app's folder. */
  forget(): void {
    this.#loaded = emptyClock;
    for (const listener of this.#listeners) listener();
  }
}

/** The clock of a system, read on first use. */
export const clockStore = perSystem(({ dataDir, log }) => new ClockStore(dataDir, log));
