import { mdiCheck } from "@mdi/js";
import { useState, type ReactElement } from "react";
import { Icon, View } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { DISABLED_OPACITY } from "../theme.ts";
import { ListRow, type ListRowProps } from "./ListRow.tsx";

interface SwitchProps {
  id: string;
  /** Name of the switched option. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A switch with immediate effect. Lists use SwitchRow, with a larger touch area. */
export function Switch({ id, label, checked, onChange, disabled = false }: SwitchProps): ReactElement {
  return (
    <View
      id={id}
      role="checkbox"
      label={label}
      enabled={!disabled}
      checkable
      checked={checked}
      {...(disabled ? {} : { onPress: () => onChange(!checked) })}
      style={{ paddingY: 8, opacity: disabled ? DISABLED_OPACITY : 1 }}
    >
      <SwitchTrack checked={checked} />
    </View>
  );
}

/** A row of a list that is a switch as a whole. */
export function SwitchRow(
  props: Omit<ListRowProps, "trailing" | "onPress" | "checked"> & Pick<SwitchProps, "checked" | "onChange">,
): ReactElement {
  const { checked, onChange, ...row } = props;
  return (
    <ListRow
      {...row}
      checked={checked}
      onPress={() => onChange(!checked)}
      trailing={<SwitchTrack checked={checked} />}
    />
  );
}

function SwitchTrack({ checked }: { checked: boolean }): ReactElement {
  const colors = useColors();
  const moved = useChanged(checked);
  const size = checked ? 24 : 16;
  return (
    <View
      passThrough
      style={{
        width: 52,
        height: 32,
        radius: 16,
        justify: "center",
        background: checked ? colors.primary : colors.surfaceHighest,
        ...(checked ? {} : { border: { width: 2, color: colors.outline } }),
      }}
    >
      <View
        key={checked ? "on" : "off"}
        passThrough
        {...(moved ? { enter: { durationMs: 140, translateX: checked ? -20 : 20 } } : {})}
        style={{
          width: size,
          height: size,
          radius: size / 2,
          marginLeft: checked ? 24 : 8,
          align: "center",
          justify: "center",
          background: checked ? colors.onPrimary : colors.outline,
        }}
      >
        {checked ? <Icon path={mdiCheck} size={16} color={colors.primary} passThrough /> : null}
      </View>
    </View>
  );
}

/** Returns whether the value has changed since the first rendering; the initial value is not animated. */
function useChanged(value: boolean): boolean {
  const [seen, setSeen] = useState({ value, changed: false });
  if (seen.value !== value) setSeen({ value, changed: true });
  return seen.changed;
}
