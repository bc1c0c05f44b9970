import type { ReactElement } from "react";
import { Text, View } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { TYPE } from "../theme.ts";
import { Dialog } from "./Dialog.tsx";
import { useKitStrings } from "./strings.ts";

/** Details of an item: a list of names and values. */
export function DetailsDialog(props: {
  title: string;
  rows: readonly (readonly [name: string, value: string])[];
  onClose: () => void;
}): ReactElement {
  const colors = useColors();
  const strings = useKitStrings();
  return (
    <Dialog
      title={props.title}
      onDismiss={props.onClose}
      actions={[{ id: "close_details", label: strings.close, onPress: props.onClose }]}
    >
      <View style={{ paddingX: 24, gap: 12 }}>
        {props.rows.map(([name, value]) => (
          <View key={name}>
            <Text text={TYPE.labelSmall} color={colors.primary}>
              {name}
            </Text>
            <Text text={TYPE.body} color={colors.onSurface}>
              {value}
            </Text>
          </View>
        ))}
      </View>
    </Dialog>
  );
}
