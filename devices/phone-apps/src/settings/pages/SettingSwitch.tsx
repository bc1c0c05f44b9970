import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import { useServices, useSetting } from "@terrarium/phone-ui/services/services";
import type { ListRowProps } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { SwitchRow } from "@terrarium/phone-ui/widgets/Switch.tsx";
import type { ReactElement } from "react";

/** Reports whether a switch setting is on. Every value except "0" and a missing one means on. */
export function useIsOn(namespace: SettingNamespace, key: string): boolean {
  return (useSetting(namespace, key) ?? "0") !== "0";
}

/** A row that switches a setting between "1" and "0". The row's id is the setting's key. */
export function SettingSwitch(
  props: Omit<ListRowProps, "id" | "onPress" | "checked" | "trailing"> & {
    namespace: SettingNamespace;
    setting: string;
  },
): ReactElement {
  const { namespace, setting, ...row } = props;
  const { settings } = useServices();
  const checked = useIsOn(namespace, setting);
  return (
    <SwitchRow
      {...row}
      id={setting}
      checked={checked}
      onChange={(on) => settings.put(namespace, setting, on ? "1" : "0")}
    />
  );
}
