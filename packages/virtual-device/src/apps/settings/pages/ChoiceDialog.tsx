import type { ReactElement } from "react";
import { View } from "../../../ui/render/elements.ts";
import { useStrings } from "../../../ui/system/strings.ts";
import { Dialog } from "../../../ui/widgets/Dialog.tsx";
import { RadioRow } from "../../../ui/widgets/RadioRow.tsx";
import { settingsStrings } from "../strings.ts";

export interface Choice {
  value: string;
  title: string;
  text?: string;
}

/** One of several values; choosing closes it. */
export function ChoiceDialog(props: {
  title: string;
  choices: readonly Choice[];
  value: string;
  onChoose: (value: string) => void;
  onClose: () => void;
}): ReactElement {
  const { title, choices, value, onChoose, onClose } = props;
  const strings = useStrings(settingsStrings);
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
