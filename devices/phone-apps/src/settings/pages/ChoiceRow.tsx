import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import { useServices, useSetting } from "@terrarium/phone-ui/services/services";
import { ListRow, type ListRowProps } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { useState, type ReactElement } from "react";
import { ChoiceDialog, type Choice } from "./ChoiceDialog.tsx";

type RowProps = Omit<ListRowProps, "id" | "subtitle" | "onPress" | "checked" | "trailing">;

/** A row with a value that a dialog changes. `other` describes a value that is none of the choices. */
export function ChoiceRow(
  props: RowProps & {
    id: string;
    choices: readonly Choice[];
    value: string;
    other?: string;
    onChoose: (value: string) => void;
  },
): ReactElement {
  const { choices, value, other, onChoose, ...row } = props;
  const [asking, setAsking] = useState(false);
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <>
      <ListRow {...row} subtitle={chosen?.title ?? other ?? value} onPress={() => setAsking(true)} />
      {asking ? (
        <ChoiceDialog
          title={row.title}
          choices={choices}
          value={value}
          onChoose={onChoose}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** A row that chooses the value of a setting, whose key is the row's id by default. `value` replaces an invalid one. */
export function SettingChoice(
  props: RowProps & {
    namespace: SettingNamespace;
    setting: string;
    id?: string;
    choices: readonly Choice[];
    value?: string;
    other?: string;
  },
): ReactElement {
  const { namespace, setting, id = setting, value, ...row } = props;
  const { settings } = useServices();
  const stored = useSetting(namespace, setting) ?? "";
  return (
    <ChoiceRow
      {...row}
      id={id}
      value={value ?? stored}
      onChoose={(chosen) => settings.put(namespace, setting, chosen)}
    />
  );
}
