import { mdiCheckboxBlankOutline, mdiCheckboxMarked, mdiRadioboxBlank, mdiRadioboxMarked } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, View } from "../render/elements.ts";
import { useColors } from "../system/services.ts";
import { disabledOpacity } from "../theme.ts";
import { ListRow, type ListRowProps } from "./ListRow.tsx";

/** A box of 48 dp to tick. */
export function Checkbox(props: {
  id: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}): ReactElement {
  const { id, label, checked, onChange, disabled = false } = props;
  const colors = useColors();
  return (
    <View
      id={id}
      role="checkbox"
      label={label}
      enabled={!disabled}
      checkable
      checked={checked}
      {...(disabled ? {} : { onPress: () => onChange(!checked) })}
      rippleColor={colors.primary}
      style={{
        width: 48,
        height: 48,
        radius: 24,
        align: "center",
        justify: "center",
        opacity: disabled ? disabledOpacity : 1,
      }}
    >
      <CheckMark checked={checked} />
    </View>
  );
}

/** The box alone, where its row takes the touch. */
export function CheckMark({ checked }: { checked: boolean }): ReactElement {
  const colors = useColors();
  return (
    <Icon
      path={checked ? mdiCheckboxMarked : mdiCheckboxBlankOutline}
      size={24}
      color={checked ? colors.primary : colors.onSurfaceVariant}
      passThrough
    />
  );
}

/** One of several choices that exclude each other, as a row. */
export function RadioRow(
  props: Omit<ListRowProps, "leading" | "icon" | "checked" | "onPress"> & { checked: boolean; onSelect: () => void },
): ReactElement {
  const { checked, onSelect, ...row } = props;
  const colors = useColors();
  return (
    <ListRow
      {...row}
      checked={checked}
      onPress={onSelect}
      leading={
        <Icon
          path={checked ? mdiRadioboxMarked : mdiRadioboxBlank}
          size={24}
          color={checked ? colors.primary : colors.onSurfaceVariant}
          passThrough
        />
      }
    />
  );
}
