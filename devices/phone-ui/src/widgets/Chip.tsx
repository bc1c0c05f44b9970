import { mdiCheck } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { DISABLED_OPACITY, TYPE } from "../theme.ts";

/** A small option among several: a filter, a sort order, a day of the week. */
export function Chip(props: {
  id: string;
  label: string;
  onPress: () => void;
  selected?: boolean;
  icon?: string;
  disabled?: boolean;
}): ReactElement {
  const { id, label, onPress, selected = false, disabled = false } = props;
  const colors = useColors();
  const color = selected ? colors.onSecondaryContainer : colors.onSurfaceVariant;
  const icon = selected ? mdiCheck : props.icon;
  return (
    <View
      id={id}
      role="button"
      label={label}
      enabled={!disabled}
      selected={selected}
      {...(disabled ? {} : { onPress })}
      rippleColor={color}
      style={{
        minHeight: 34,
        maxWidth: "100%",
        radius: 10,
        direction: "row",
        align: "center",
        gap: 6,
        paddingLeft: icon === undefined ? 14 : 9,
        paddingRight: 14,
        opacity: disabled ? DISABLED_OPACITY : 1,
        ...(selected
          ? { background: colors.secondaryContainer }
          : { border: { width: 1, color: colors.outlineVariant } }),
      }}
    >
      {icon === undefined ? null : <Icon path={icon} size={18} color={color} passThrough />}
      <Text text={TYPE.label} color={color} maxLines={1} passThrough style={{ shrink: 1 }}>
        {label}
      </Text>
    </View>
  );
}
