import { mdiRadioboxBlank, mdiRadioboxMarked } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { ListRow, type ListRowProps } from "./ListRow.tsx";

/** One of several mutually exclusive options, as a row. */
export function RadioRow(
  props: Omit<ListRowProps, "leading" | "icon" | "checked" | "onPress"> & { checked: boolean; onSelect: () => void },
): ReactElement {
  const { checked, onSelect, ...row } = props;
  const colors = useColors();
  return (
    <ListRow
      {...row}
      checked={checked}
      role="radio"
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
