import { View } from "@terrarium/phone-ui/render/elements";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { RadioRow } from "@terrarium/phone-ui/widgets/RadioRow.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

export interface Choice {
  value: string;
  title: string;
  text?: string;
}

/** Returns the choices of a table of titles by their values. */
export function choicesOf(titles: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(titles).map(([value, title]) => ({ value, title }));
}

/** A choice between several values. A selection closes the dialog. */
export function ChoiceDialog(props: {
  title: string;
  choices: readonly Choice[];
  value: string;
  onChoose: (value: string) => void;
  onClose: () => void;
}): ReactElement {
  const { title, choices, value, onChoose, onClose } = props;
  const strings = useStrings(SETTINGS_STRINGS);
  return (
    <Dialog title={title} onDismiss={onClose} actions={[{ id: "cancel", label: strings.cancel, onPress: onClose }]}>
      <View>
        {choices.map((choice) => (
          <RadioRow
            key={choice.value}
            plain
            id={`choice_${choice.value}`}
            title={choice.title}
            {...(choice.text === undefined ? {} : { subtitle: choice.text, subtitleLines: 3 })}
            checked={choice.value === value}
            onSelect={() => {
              onClose();
              onChoose(choice.value);
            }}
          />
        ))}
      </View>
    </Dialog>
  );
}
