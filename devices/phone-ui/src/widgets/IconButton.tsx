import type { ReactElement } from "react";
import { Icon, View } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { DISABLED_OPACITY } from "../theme.ts";

export interface IconButtonProps {
  id?: string;
  path: string;
  /** Description of the action for users who cannot see the glyph. */
  label: string;
  onPress: () => void;
  color?: string;
  /** Color of a disc behind the glyph, for an active toggle or the main action. */
  background?: string;
  selected?: boolean;
  disabled?: boolean;
}

/** A round button of 48 dp with a glyph. */
export function IconButton(props: IconButtonProps): ReactElement {
  const colors = useColors();
  const color = props.color ?? colors.onSurfaceVariant;
  const disabled = props.disabled ?? false;
  return (
    <View
      {...(props.id === undefined ? {} : { id: props.id })}
      role="button"
      label={props.label}
      enabled={!disabled}
      {...(props.selected === undefined ? {} : { selected: props.selected })}
      {...(disabled ? {} : { onPress: props.onPress })}
      rippleColor={color}
      style={{
        width: 48,
        height: 48,
        radius: 24,
        align: "center",
        justify: "center",
        opacity: disabled ? DISABLED_OPACITY : 1,
        ...(props.background === undefined ? {} : { background: props.background }),
      }}
    >
      <Icon path={props.path} size={24} color={color} passThrough />
    </View>
  );
}
