import { cutText } from "@terrarium/bounds/cut-text";
import type { Intent } from "@terrarium/phone-system/system-ui";
import { nextDue, type Alarm } from "./alarm.ts";

/** Intent actions from AOSP's AlarmClock.java. */
export const CLOCK_ACTIONS = {
  setAlarm: "android.intent.action.SET_ALARM",
  showAlarms: "android.intent.action.SHOW_ALARMS",
  setTimer: "android.intent.action.SET_TIMER",
  showTimers: "android.intent.action.SHOW_TIMERS",
} as const;

const extra = (intent: Intent, name: string): string | undefined =>
  intent.extras?.[`android.intent.extra.alarm.${name}`];

/** Returns the alarm that an intent requests, or undefined without a valid time of day. */
export function alarmOfIntent(intent: Intent, id: string, nowMs: number): Alarm | undefined {
  const hour = wholeNumber(extra(intent, "HOUR"), 23);
  const minute = wholeNumber(extra(intent, "MINUTES") ?? "0", 59);
  if (hour === undefined || minute === undefined) return undefined;
  const alarm = { id, hour, minute, days: [], label: cutText(extra(intent, "MESSAGE") ?? "", 60) };
  return { ...alarm, dueMs: nextDue(alarm, nowMs) };
}

/** Returns the length of the requested timer in ms, or undefined without a length of at most a day. */
export function timerOfIntent(intent: Intent): number | undefined {
  const seconds = wholeNumber(extra(intent, "LENGTH"), 86_400);
  return seconds === undefined || seconds === 0 ? undefined : seconds * 1000;
}

/** Parses a whole number from 0 to `most`. Returns undefined for other texts, such as an empty one. */
function wholeNumber(text: string | undefined, most: number): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}
