import type { Intent } from "@terrarium/phone-system/system-ui";
import { nextDue, type Alarm } from "./alarm.ts";

/** AOSP AlarmClock.java. */
export const clockActions = {
  setAlarm: "android.intent.action.SET_ALARM",
  showAlarms: "android.intent.action.SHOW_ALARMS",
  setTimer: "android.intent.action.SET_TIMER",
  showTimers: "android.intent.action.SHOW_TIMERS",
} as const;

const extra = (intent: Intent, name: string): string | undefined =>
  intent.extras?.[`android.intent.extra.alarm.${name}`];

/** The alarm that an intent asks for; undefined where it names no time of day. */
export function alarmOfIntent(intent: Intent, id: string, nowMs: number): Alarm | undefined {
  const hour = Number(extra(intent, "HOUR") ?? Number.NaN);
  const minute = Number(extra(intent, "MINUTES") ?? 0);
  if (!isWithin(hour, 23) || !isWithin(minute, 59)) return undefined;
  const alarm = { id, hour, minute, days: [], label: (extra(intent, "MESSAGE") ?? "").slice(0, 60) };
  return { ...alarm, dueMs: nextDue(alarm, nowMs) };
}

/** The length of the timer that an intent asks for, in ms; undefined where it names none of up to a day. */
export function timerOfIntent(intent: Intent): number | undefined {
  const seconds = Number(extra(intent, "LENGTH") ?? Number.NaN);
  return isWithin(seconds, 86_400) && seconds > 0 ? seconds * 1000 : undefined;
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}
