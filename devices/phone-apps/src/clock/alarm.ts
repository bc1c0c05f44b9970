import { z } from "zod";

export const alarmSchema = z.object({
  id: z.string(),
  hour: z.number().int().min(0).max(23),
  minute: z.number().int().min(0).max(59),
  /** Weekdays of a repeating alarm; 0 is Sunday. Empty for an alarm that rings once. */
  days: z.array(z.number().int().min(0).max(6)),
  label: z.string(),
  /** Time of the next ring, as epoch ms; null while the alarm is off. Snoozing moves it. */
  dueMs: z.number().nullable(),
});
export type Alarm = z.infer<typeof alarmSchema>;

/** Returns the first time after `afterMs` with this hour and minute on one of the days, in the device's time zone. */
export function nextDue(alarm: Pick<Alarm, "hour" | "minute" | "days">, afterMs: number): number {
  const after = new Date(afterMs);
  // A week and a day, because the same weekday may be before or after the time of day.
  for (let offset = 0; offset <= 7; offset++) {
    const day = new Date(after.getFullYear(), after.getMonth(), after.getDate() + offset, alarm.hour, alarm.minute);
    const rings = alarm.days.length === 0 || alarm.days.includes(day.getDay());
    if (rings && day.getTime() > afterMs) return day.getTime();
  }
  throw new RangeError(`the alarm has no days it could ring on: ${alarm.days.join(", ")}`);
}

/** Returns the alarm after it rang or was missed: off if it rings once, otherwise due on its next day. */
export function afterRinging(alarm: Alarm, nowMs: number): Alarm {
  return { ...alarm, dueMs: alarm.days.length === 0 ? null : nextDue(alarm, nowMs) };
}

/** Returns the time left as whole days, hours and minutes, rounded up to a minute. */
export function timeUntil(dueMs: number, nowMs: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(1, Math.ceil((dueMs - nowMs) / 60_000));
  return { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
}

/**
 * Returns two digits after an edit of the field. Typed digits push the earlier ones out at any caret position, so that
 * the user need not delete first.
 */
export function pushDigits(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const typed = after.slice(start, after.length - end).replaceAll(/\D/g, "");
  const kept = before.slice(0, start) + before.slice(before.length - end);
  return typed === "" ? kept : (before + typed).slice(-2);
}
