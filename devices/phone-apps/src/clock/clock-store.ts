import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { perSystem } from "../per-system.ts";
import { alarmSchema, type Alarm } from "./alarm.ts";

export const clockPackage = "com.terrarium.clock";

const stopwatchSchema = z.object({
  /** Since when it runs, as epoch ms; null while it stands. */
  startedMs: z.number().nullable(),
  /** What it had counted before. */
  elapsedMs: z.number(),
  /** What it showed at each lap, the first one first. */
  laps: z.array(z.number()),
});
const timerSchema = z.object({
  durationMs: z.number(),
  /** When it is over, as epoch ms; null while it stands. */
  endsMs: z.number().nullable(),
  /** What is left while it stands. */
  leftMs: z.number(),
});
const clockSchema = z.object({
  alarms: z.array(alarmSchema),
  stopwatch: stopwatchSchema,
  /** Null where none is set. */
  timer: timerSchema.nullable(),
  /** Time zones of the world clock. */
  zones: z.array(z.string()),
  /** What rings now: the id of an alarm, or the timer. */
  ringing: z.string().nullable(),
});
export type ClockState = z.infer<typeof clockSchema>;

export const timerId = "timer";
/** More than anybody sets by hand; a script may ask for more. */
const alarmsMax = 200;

const emptyClock: ClockState = {
  alarms: [],
  stopwatch: { startedMs: null, elapsedMs: 0, laps: [] },
  timer: null,
  zones: ["Europe/London", "America/New_York", "Asia/Shanghai"],
  ringing: null,
};

/** Everything the clock keeps, in a file that is up to date after every change, so that it rings after a restart too. */
export class ClockStore {
  readonly #file: JsonFile<ClockState>;
  #loaded: ClockState | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(dataDir, "apps", clockPackage, "clock.json"), clockSchema, log);
  }

  readonly get = (): ClockState => (this.#loaded ??= this.#file.read() ?? emptyClock);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Throws if the file cannot be written. */
  set(change: Partial<ClockState>): void {
    const state = { ...this.get(), ...change };
    this.#file.write(state);
    this.#loaded = state;
    for (const listener of this.#listeners) listener();
  }

  /** Adds the alarm, or puts it in the place of the one with its id; false where there are as many as are kept. */
  saveAlarm(alarm: Alarm): boolean {
    const others = this.get().alarms.filter((each) => each.id !== alarm.id);
    if (others.length >= alarmsMax) return false;
    this.set({ alarms: [...others, alarm] });
    return true;
  }

  /** As on a new device; the file goes with the app's folder. */
  forget(): void {
    this.#loaded = emptyClock;
    for (const listener of this.#listeners) listener();
  }
}

/** The clock of a system; read when it is first asked for. */
export const clockStore = perSystem(({ dataDir, log }) => new ClockStore(dataDir, log));
