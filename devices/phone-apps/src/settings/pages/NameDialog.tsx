import { View } from "@terrarium/phone-ui/render/elements";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { TextInput } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { useState, type ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

const NAME_CHARS_MAX = 32;

/** Asks for a name of the device. */
export function NameDialog(props: {
  title: string;
  name: string;
  onSave: (name: string) => void;
  onClose: () => void;
}): ReactElement {
  const { title, name, onSave, onClose } = props;
  const strings = useStrings(SETTINGS_STRINGS);
  const [value, setValue] = useState(name);
  const trimmed = value.trim();
  const long = trimmed.length > NAME_CHARS_MAX;
  const error = trimmed === "" ? strings.deviceNameEmpty : long ? strings.deviceNameLong : undefined;
  const save = (): void => {
    if (error !== undefined) return;
    onSave(trimmed);
    onClose();
  };
  return (
    <Dialog
      title={title}
      onDismiss={onClose}
      actions={[
        { id: "cancel", label: strings.cancel, onPress: onClose },
        { id: "save", label: strings.save, onPress: save, disabled: error !== undefined },
      ]}
    >
      <View style={{ paddingX: 24 }}>
        <TextInput
          id="name"
          label={title}
          value={value}
          onChange={setValue}
          onSubmit={save}
          takesFocus
          {...(error === undefined ? { help: strings.deviceNameHint } : { error })}
        />
      </View>
    </Dialog>
  );
}
