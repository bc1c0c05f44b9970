import type { ReactElement } from "react";
import { Icon, View } from "../render/elements.ts";

/** A round button of 48 dp with a glyph. */
export function IconButton(props: { path: string; label: string; color: string; onPress: () => void }): ReactElement {
  return (
    <View
      onPress={props.onPress}
      label={props.label}
      rippleColor={props.color}
      style={{ width: 48, height: 48, radius: 24, align: "center", justify: "center" }}
    >
      <Icon path={props.path} size={24} color={props.color} />
    </View>
  );
}
