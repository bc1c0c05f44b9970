import { mdiAlarm, mdiPlus } from "@mdi/js";
import { Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useScreen, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { Fab } from "@terrarium/phone-ui/widgets/Fab.tsx";
import { Column } from "@terrarium/phone-ui/widgets/Page.tsx";
import { Switch } from "@terrarium/phone-ui/widgets/Switch.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useState, type ReactElement } from "react";
import { nextDue, timeUntil, type Alarm } from "./alarm.ts";
import { AlarmDialog } from "./AlarmDialog.tsx";
import { alarmTime } from "./clock-service.ts";
import type { ClockState, ClockStore } from "./clock-store.ts";
import { CLOCK_STRINGS, type ClockStrings } from "./strings.ts";

/** Lists every alarm with its switch. A tap on an alarm edits it. */
export function AlarmsPage({ store, state }: { store: ClockStore; state: ClockState }): ReactElement {
  const strings = useStrings(CLOCK_STRINGS);
  const { clock, random, showToast } = useServices();
  // On a low screen, the alarms are beside the floating button, not under it.
  const short = useScreen().heightDp < 420;
  const [edited, setEdited] = useState<{ alarm: Alarm; isNew: boolean }>();
  const alarms = state.alarms.toSorted((a, b) => a.hour * 60 + a.minute - (b.hour * 60 + b.minute));
  const save = (alarm: Alarm): void => {
    if (!store.saveAlarm(alarm)) showToast(strings.tooMany);
    else if (alarm.dueMs !== null) showToast(strings.ringsIn(timeUntil(alarm.dueMs, clock.nowMs())));
  };
  const create = (): void => {
    const alarm = { id: random.uuid(), hour: 7, minute: 0, days: [], label: "" };
    setEdited({ alarm: { ...alarm, dueMs: nextDue(alarm, clock.nowMs()) }, isNew: true });
  };
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <Column paddingX={0}>
        <TopBar title={strings.alarms} large />
      </Column>
      {alarms.length === 0 ? (
        <EmptyState icon={mdiAlarm} title={strings.noAlarms} text={strings.noAlarmsHint} />
      ) : (
        <Scroll style={{ grow: 1, basis: 0 }}>
          <Column>
            <View style={{ gap: 8, paddingBottom: 96, paddingRight: short ? 76 : 0 }}>
              {alarms.map((alarm) => (
                <AlarmCard
                  key={alarm.id}
                  alarm={alarm}
                  onPress={() => setEdited({ alarm, isNew: false })}
                  onSwitch={(on) => save({ ...alarm, dueMs: on ? nextDue(alarm, clock.nowMs()) : null })}
                />
              ))}
            </View>
          </Column>
        </Scroll>
      )}
      <Fab id="new_alarm" icon={mdiPlus} label={strings.newAlarm} onPress={create} />
      {edited ? (
        <AlarmDialog
          alarm={edited.alarm}
          isNew={edited.isNew}
          onSave={save}
          onDelete={() => store.set({ alarms: store.get().alarms.filter((each) => each.id !== edited.alarm.id) })}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </View>
  );
}

function AlarmCard(props: { alarm: Alarm; onPress: () => void; onSwitch: (on: boolean) => void }): ReactElement {
  const { alarm, onPress, onSwitch } = props;
  const colors = useColors();
  const strings = useStrings(CLOCK_STRINGS);
  const minuteMs = useSystem((state) => state.minuteMs);
  const on = alarm.dueMs !== null;
  const time = alarmTime(alarm);
  const notes = [alarm.label, describeDays(alarm.days, strings)].filter(Boolean).join(" · ");
  return (
    <View
      id={`alarm_${alarm.hour}_${alarm.minute}`}
      label={`${time}, ${notes}`}
      onPress={onPress}
      rippleColor={colors.onSurface}
      style={{
        direction: "row",
        align: "center",
        paddingX: 20,
        paddingY: 14,
        radius: SHAPE.large,
        background: on ? colors.secondaryContainer : colors.surfaceContainer,
      }}
    >
      <View passThrough style={{ grow: 1, basis: 0, gap: 2 }}>
        <Text
          text={{ ...TYPE.displayMedium, size: 42, lineHeight: 48 }}
          color={on ? colors.onSecondaryContainer : colors.onSurfaceVariant}
          passThrough
        >
          {time}
        </Text>
        <Text text={TYPE.body} color={colors.onSurfaceVariant} maxLines={1} passThrough>
          {notes}
        </Text>
        {on ? (
          <Text text={TYPE.labelSmall} color={colors.primary} maxLines={1} passThrough>
            {describeDue(alarm, minuteMs, strings)}
          </Text>
        ) : null}
      </View>
      <Switch id={`switch_${alarm.hour}_${alarm.minute}`} label={time} checked={on} onChange={onSwitch} />
    </View>
  );
}

function describeDue(alarm: Alarm, nowMs: number, strings: ClockStrings): string {
  const dueMs = alarm.dueMs ?? 0;
  // A snoozed alarm rings at a different time than its own.
  if (dueMs !== nextDue(alarm, Math.min(nowMs, dueMs - 1))) {
    const due = new Date(dueMs);
    return strings.snoozed(alarmTime({ hour: due.getHours(), minute: due.getMinutes() }));
  }
  return strings.ringsIn(timeUntil(dueMs, nowMs));
}

function describeDays(days: readonly number[], strings: ClockStrings): string {
  if (days.length === 0) return strings.once;
  if (days.length === 7) return strings.everyDay;
  if (days.length === 5 && !days.includes(0) && !days.includes(6)) return strings.weekdays;
  return days
    .toSorted((a, b) => a - b)
    .map((day) => strings.days[day])
    .join(", ");
}
