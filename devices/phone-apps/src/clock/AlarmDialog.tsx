import { mdiMinus, mdiPlus } from "@mdi/js";
import { cutText } from "@terrarium/bounds/cut-text";
import { Field, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { TextInput } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { useState, type ReactElement } from "react";
import { nextDue, pushDigits, type Alarm } from "./alarm.ts";
import { two } from "./stopwatch.ts";
import { CLOCK_STRINGS } from "./strings.ts";

const LABEL_CHARS_MAX = 60;
/** The week starts on Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

const TIME_TEXT = { size: 40, lineHeight: 48, weight: 400, color: "", fixed: true } as const;

/** Edits an alarm's time, days and label. Saving switches the alarm on. */
export function AlarmDialog(props: {
  alarm: Alarm;
  isNew: boolean;
  onSave: (alarm: Alarm) => void;
  onDelete: () => void;
  onClose: () => void;
}): ReactElement {
  const { alarm, isNew, onSave, onDelete, onClose } = props;
  const colors = useColors();
  const strings = useStrings(CLOCK_STRINGS);
  const { clock } = useServices();
  const [hour, setHour] = useState(two(alarm.hour));
  const [minute, setMinute] = useState(two(alarm.minute));
  const [days, setDays] = useState<readonly number[]>(alarm.days);
  const [label, setLabel] = useState(alarm.label);
  const valid = isPart(hour, 23) && isPart(minute, 59);
  const save = (): void => {
    if (!valid) return;
    const changed = { id: alarm.id, hour: Number(hour), minute: Number(minute), days: [...days], label: label.trim() };
    onClose();
    onSave({ ...changed, dueMs: nextDue(changed, clock.nowMs()) });
  };
  const remove = { id: "delete", label: strings.delete, danger: true, onPress: () => (onClose(), onDelete()) };
  return (
    <Dialog
      title={isNew ? strings.newAlarm : strings.editAlarm}
      onDismiss={onClose}
      actions={[
        ...(isNew ? [] : [remove]),
        { id: "cancel", label: strings.cancel, onPress: onClose },
        { id: "save", label: strings.save, onPress: save, disabled: !valid },
      ]}
    >
      <View style={{ paddingX: 24, gap: 16 }}>
        <View style={{ direction: "row", align: "center", justify: "center", gap: 4 }}>
          <TimePart id="hour" name={strings.hour} value={hour} most={23} onChange={setHour} />
          <Text text={{ ...TIME_TEXT, textAlign: "center" }} color={colors.onSurface} passThrough>
            :
          </Text>
          <TimePart id="minute" name={strings.minute} value={minute} most={59} onChange={setMinute} />
        </View>
        <View style={{ direction: "row", gap: 4 }}>
          {WEEK.map((day) => (
            <DayToggle
              key={day}
              day={day}
              on={days.includes(day)}
              onPress={() => setDays(days.includes(day) ? days.filter((each) => each !== day) : [...days, day])}
            />
          ))}
        </View>
        <TextInput
          id="label"
          label={strings.label}
          value={label}
          onChange={(text) => setLabel(cutText(text, LABEL_CHARS_MAX))}
          onSubmit={save}
        />
      </View>
    </Dialog>
  );
}

function DayToggle({ day, on, onPress }: { day: number; on: boolean; onPress: () => void }): ReactElement {
  const colors = useColors();
  const strings = useStrings(CLOCK_STRINGS);
  return (
    <View
      id={`day_${day}`}
      role="checkbox"
      label={strings.days[day] ?? ""}
      checkable
      checked={on}
      onPress={onPress}
      rippleColor={colors.onSurface}
      style={{
        grow: 1,
        basis: 0,
        height: 40,
        radius: 14,
        align: "center",
        justify: "center",
        background: on ? colors.primary : colors.surfaceHighest,
      }}
    >
      <Text text={{ ...TYPE.label, fixed: true }} color={on ? colors.onPrimary : colors.onSurfaceVariant} passThrough>
        {strings.dayLetters[day] ?? ""}
      </Text>
    </View>
  );
}

/** A two-digit field with a step up and a step down. */
function TimePart(props: {
  id: string;
  name: string;
  value: string;
  most: number;
  onChange: (value: string) => void;
}): ReactElement {
  const { id, name, value, most, onChange } = props;
  const colors = useColors();
  const strings = useStrings(CLOCK_STRINGS);
  const sideways = useScreen().heightDp < 420;
  const valid = isPart(value, most);
  const step = (by: number): void => onChange(two(((valid ? Number(value) : 0) + by + most + 1) % (most + 1)));
  return (
    <View style={{ align: "center", gap: 2, direction: sideways ? "row" : "column" }}>
      <IconButton
        id={`${id}_${sideways ? "down" : "up"}`}
        path={sideways ? mdiMinus : mdiPlus}
        label={sideways ? strings.less(name) : strings.more(name)}
        onPress={() => step(sideways ? -1 : 1)}
      />
      <Field
        id={id}
        label={name}
        text={{ ...TIME_TEXT, color: valid ? colors.onSurface : colors.error, textAlign: "center" }}
        color={colors.primary}
        value={value}
        onChange={(text) => onChange(pushDigits(value, text))}
        style={{ width: 92, paddingY: 10, paddingX: 20, radius: SHAPE.medium, background: colors.surfaceHighest }}
      />
      <IconButton
        id={`${id}_${sideways ? "up" : "down"}`}
        path={sideways ? mdiPlus : mdiMinus}
        label={sideways ? strings.more(name) : strings.less(name)}
        onPress={() => step(sideways ? 1 : -1)}
      />
    </View>
  );
}

function isPart(text: string, most: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= most;
}
