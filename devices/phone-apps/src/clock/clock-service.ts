import type { Timer } from "@terrarium/phone-system/clock";
import type { SystemServices } from "@terrarium/phone-ui/services/app";
import { textsOf } from "@terrarium/phone-ui/services/language";
import { afterRinging, type Alarm } from "./alarm.ts";
import { clockStore } from "./clock-store.ts";
import { CLOCK_PACKAGE, TIMER_ID, type ClockStore } from "./clock-store.ts";
import { two } from "./stopwatch.ts";
import { CLOCK_STRINGS, type ClockStrings } from "./strings.ts";

/**
 * Longest delay in milliseconds for a late ring. Alarms that were due earlier, while the device was off, are reported
 * as missed.
 */
const MISSED_AFTER_MS = 10 * 60_000;
const SNOOZE_MS = 10 * 60_000;

/** Rings when an alarm or the timer is due, with or without a window. Returns a function that stops the service. */
export function startClockService(services: SystemServices): () => void {
  const store = clockStore(services);
  let wait: Timer | undefined;
  const schedule = (): void => {
    wait?.cancel();
    const next = nextEventMs(store);
    if (next === undefined) return;
    wait = services.clock.startTimer(next - services.clock.nowMs(), () => services.run(look));
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
    wait?.cancel();
  };
}

/** Snoozes the ringing alarm, or stops the alarm or timer that rings. */
export function stopRinging(store: ClockStore, how: "snooze" | "dismiss", nowMs: number): void {
  const { ringing, alarms } = store.get();
  if (ringing === TIMER_ID) return store.set({ ringing: null, timer: null });
  store.set({
    ringing: null,
    alarms: alarms.map((alarm) =>
      alarm.id !== ringing ? alarm : how === "snooze" ? { ...alarm, dueMs: nowMs + SNOOZE_MS } : alarm,
    ),
  });
}

function nextEventMs(store: ClockStore): number | undefined {
  const { alarms, timer, ringing } = store.get();
  const due = alarms.flatMap((alarm) => alarm.dueMs ?? []);
  if (timer?.endsMs && ringing !== TIMER_ID) due.push(timer.endsMs);
  return due.length > 0 ? Math.min(...due) : undefined;
}

function ringDue(services: SystemServices, store: ClockStore, nowMs: number): void {
  const { alarms, timer, ringing } = store.get();
  const due = alarms.filter((alarm) => alarm.dueMs !== null && alarm.dueMs <= nowMs);
  const timerOver = timer !== null && timer.endsMs !== null && timer.endsMs <= nowMs && ringing !== TIMER_ID;
  if (due.length === 0 && !timerOver) return;
  const missed = due.filter((alarm) => nowMs - (alarm.dueMs ?? 0) > MISSED_AFTER_MS);
  for (const alarm of missed) tellMissed(services, alarm);
  const rings = due.find((alarm) => !missed.includes(alarm));
  // Over another app, a notification announces the alarm. Otherwise the clock opens.
  const { front } = services.store.get();
  if ((timerOver || rings) && front === undefined) services.startApp(CLOCK_PACKAGE);
  store.set({
    alarms: alarms.map((alarm) => (due.includes(alarm) ? afterRinging(alarm, nowMs) : alarm)),
    ...(timerOver ? { ringing: TIMER_ID } : rings ? { ringing: rings.id } : {}),
  });
}

/** Shows a notification while an alarm or the timer rings. */
function showRinging(services: SystemServices, store: ClockStore): void {
  const { ringing, alarms } = store.get();
  if (ringing === null) return services.cancelNotification(CLOCK_PACKAGE, "ringing");
  const strings = stringsOf(services);
  const alarm = alarms.find((each) => each.id === ringing);
  const act = (how: "snooze" | "dismiss") => () => stopRinging(store, how, services.clock.nowMs());
  services.notify({
    packageName: CLOCK_PACKAGE,
    id: "ringing",
    urgent: true,
    ongoing: true,
    title: ringing === TIMER_ID ? strings.timerOver : alarm?.label || strings.alarm,
    text: alarm ? alarmTime(alarm) : strings.timer,
    onOpen: () => services.startApp(CLOCK_PACKAGE),
    actions: [
      ...(ringing === TIMER_ID ? [] : [{ label: strings.snooze, onPress: act("snooze") }]),
      { label: ringing === TIMER_ID ? strings.stop : strings.dismiss, onPress: act("dismiss") },
    ],
  });
}

function tellMissed(services: SystemServices, alarm: Alarm): void {
  const strings = stringsOf(services);
  services.notify({
    packageName: CLOCK_PACKAGE,
    id: `missed ${alarm.id}`,
    title: strings.missed,
    text: alarm.label === "" ? alarmTime(alarm) : `${alarmTime(alarm)} · ${alarm.label}`,
    onOpen: () => services.startApp(CLOCK_PACKAGE),
  });
}

function stringsOf(services: SystemServices): ClockStrings {
  return textsOf(services.store.get().language, CLOCK_STRINGS);
}

export function alarmTime({ hour, minute }: Pick<Alarm, "hour" | "minute">): string {
  return `${two(hour)}:${two(minute)}`;
}
