import type { Clock } from "./clock.ts";
import { HostClock } from "./host-clock.ts";
import { ManualClock } from "./manual-clock.ts";

/** Fastest clock, as a multiple of the host's. */
export const MAX_CLOCK_SPEED = 100;

/** Time of day of a phone. */
export type ClockSettings =
  /** The host's. */
  | { kind: "real" }
  /** Always this time, in epoch milliseconds, while timers and animations run. For tests of the screen. */
  | { kind: "stopped"; atMs: number }
  /**
   * Begins at this time when the phone is created. Speed 1 is the host's; with speed 0 time passes only with actions.
   */
  | { kind: "own"; startMs: number; speed: number };

/** Everything that another thread needs for the same clock. */
export interface SharedClock {
  settings: ClockSettings;
  /** Time on the host's clock when the phone was created. */
  createdAtHostMs: number;
  /** Current time of a clock that passes with actions, as one 64-bit floating-point number. */
  time: SharedArrayBuffer;
}

/** Returns the data of a clock. `nowMs`: the last time of a phone that was stopped; default: the settings' start. */
export function shareClock(settings: ClockSettings, createdAtHostMs: number, nowMs?: number): SharedClock {
  const time = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  if (settings.kind === "own") new Float64Array(time)[0] = nowMs ?? settings.startMs;
  return { settings, createdAtHostMs, time };
}

/**
 * Returns the phone's clock. Default: the host's. `onPass` is called after actions, if time passes only with actions.
 */
export function createClock(
  shared: SharedClock = shareClock({ kind: "real" }, 0),
  onPass: () => void = () => undefined,
): Clock {
  const { settings, createdAtHostMs } = shared;
  if (settings.kind === "stopped") return new HostClock(() => settings.atMs);
  if (settings.kind === "real") return new HostClock(() => Date.now());
  const { speed, startMs } = settings;
  if (speed === 0) return new ManualClock(shared.time, onPass);
  return new HostClock(() => Math.floor(startMs + (Date.now() - createdAtHostMs) * speed), speed);
}

/** Returns the time of changed files; undefined if they have the host's. */
export function fileTimes({ settings }: Pick<SharedClock, "settings">, clock: Clock): (() => number) | undefined {
  return settings.kind === "own" ? () => clock.nowMs() : undefined;
}
