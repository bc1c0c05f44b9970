import type { SystemServices } from "@terrarium/phone-ui/services/app";
import { afterRinging, type Alarm } from "./alarm.ts";
import { clockStore } from "./clock-store.ts";
import { clockPackage, timerId, type ClockStore } from "./clock-store.ts";
import { two } from "./stopwatch.ts";
import { clockStrings, type ClockStrings } from "./strings.ts";

/** Longest delay of a Node timer. Later events are checked again at that time. */
const longestWaitMs = 2 ** 31 - 1;
/**
 * Longest delay in milliseconds for a late ring. Alarms that were due earlier, while the device was off, are reported
 * as missed.
 */
const missedAfterMs = 10 * 60_000;
const snoozeMs = 10 * 60_000;

/** Rings when an alarm or the timer is due, with or without a window. Returns a function that stops the service. */
export function startClockService(services: SystemServices): () => void {
  const store = clockStore(services);
  let wait: NodeJS.Timeout | undefined;
  const schedule = (): void => {
    clearTimeout(wait);
    const next = nextEventMs(store);
    if (next === undefined) return;
    wait = setTimeout(() => services.run(look), Math.min(longestWaitMs, Math.max(0, next - services.clock.nowMs())));
    // A pending alarm alone does not keep the process alive.
    wait.unref();
  };
  const look = (): void => {
    ringDue(services, store, services.clock.nowMs());
    schedule();
  };
  const unsubscribe = store.subscribe(() => {
    showRinging(services, store);
    schedule();
  });
  look();
  showRinging(services, store);
  return () => {
    unsubscribe();
    clearTimeout(wait);
  };
}

/** Snoozes the ringing alarm, or stops the alarm or timer that rings. */
export function stopRinging(store: ClockStore, how: "snooze" | "dismiss", nowMs: number): void {
  const { ringing, alarms } = store.get();
  if (ringing === timerId) return store.set({ ringing: null, timer: null });
  store.set({
    ringing: null,
    alarms: alarms.map((alarm) =>
      alarm.id !== ringing ? alarm : how === "snooze" ? { ...alarm, dueMs: nowMs + snoozeMs } : alarm,
    ),
  });
}

function nextEventMs(store: ClockStore): number | undefined {
  const { alarms, timer, ringing } = store.get();
  const due = alarms.flatMap((alarm) => alarm.dueMs ?? []);
  if (timer?.endsMs && ringing !== timerId) due.push(timer.endsMs);
  return due.length > 0 ? Math.min(...due) : undefined;
}

function ringDue(services: SystemServices, store: ClockStore, nowMs: number): void {
  const { alarms, timer, ringing } = store.get();
  const due = alarms.filter((alarm) => alarm.dueMs !== null && alarm.dueMs <= nowMs);
  const timerOver = timer !== null && timer.endsMs !== null && timer.endsMs <= nowMs && ringing !== timerId;
  if (due.length === 0 && !timerOver) return;
  const missed = due.filter((alarm) => nowMs - (alarm.dueMs ?? 0) > missedAfterMs);
  for (const alarm of missed) tellMissed(services, alarm);
  const rings = due.find((alarm) => !missed.includes(alarm));
  // Over another app, a notification announces the alarm. Otherwise the clock opens.
  const { front } = services.store.get();
  if ((timerOver || rings) && front === undefined) services.startApp(clockPackage);
  store.set({
    alarms: alarms.map((alarm) => (due.includes(alarm) ? afterRinging(alarm, nowMs) : alarm)),
    ...(timerOver ? { ringing: timerId } : rings ? { ringing: rings.id } : {}),
  });
}

/** Shows a notification while an alarm or the timer rings. */
function showRinging(services: SystemServices, store: ClockStore): void {
  const { ringing, alarms } = store.get();
  if (ringing === null) return services.cancelNotification(clockPackage, "ringing");
  const strings = stringsOf(services);
  const alarm = alarms.find((each) => each.id === ringing);
  const act = (how: "snooze" | "dismiss") => () => stopRinging(store, how, services.clock.nowMs());
  services.notify({
    packageName: clockPackage,
    id: "ringing",
    urgent: true,
    ongoing: true,
    title: ringing === timerId ? strings.timerOver : alarm?.label || strings.alarm,
    text: alarm ? alarmTime(alarm) : strings.timer,
    onOpen: () => services.startApp(clockPackage),
    actions: [
      ...(ringing === timerId ? [] : [{ label: strings.snooze, onPress: act("snooze") }]),
      { label: ringing === timerId ? strings.stop : strings.dismiss, onPress: act("dismiss") },
    ],
  });
}

function tellMissed(services: SystemServices, alarm: Alarm): void {
  const strings = stringsOf(services);
  services.notify({
    packageName: clockPackage,
    id: `missed ${alarm.id}`,
    title: strings.missed,
    text: alarm.label === "" ? alarmTime(alarm) : `${alarmTime(alarm)} · ${alarm.label}`,
    onOpen: () => services.startApp(clockPackage),
  });
}

function stringsOf(services: SystemServices): ClockStrings {
  return clockStrings[services.store.get().locale];
}

export function alarmTime({ hour, minute }: Pick<Alarm, "hour" | "minute">): string {
  return `${two(hour)}:${two(minute)}`;
}
