import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { DISABLED_OPACITY, TYPE, type Colors } from "../theme.ts";

type ButtonLook = "filled" | "tonal" | "outlined" | "text";

export interface ButtonProps {
  id: string;
  /** Text of the button. */
  label: string;
  onPress: () => void;
  look?: ButtonLook;
  /** A glyph before the text. */
  icon?: string;
  /** Whether the action is destructive. */
  danger?: boolean;
  disabled?: boolean;
}

/** A pill of 40 dp: `filled` for the main action, `tonal` and `outlined` for others, `text` in dialogs. */
export function Button(props: ButtonProps): ReactElement {
  const { id, label, onPress, look = "tonal", icon, danger = false, disabled = false } = props;
  const colors = useColors();
  const [background, color] = buttonColors(look, danger, colors);
  return (
    <View
      id={id}
      role="button"
      label={label}
      enabled={!disabled}
      {...(disabled ? {} : { onPress })}
      rippleColor={color}
      style={{
        minHeight: 40,
        maxWidth: "100%",
        radius: 20,
        direction: "row",
        align: "center",
        justify: "center",
        gap: 8,
        paddingLeft: look === "text" ? 12 : icon === undefined ? 24 : 16,
        paddingRight: look === "text" ? 12 : 24,
        opacity: disabled ? DISABLED_OPACITY : 1,
        ...(background === undefined ? {} : { background }),
        ...(look === "outlined" ? { border: { width: 1, color: colors.outline } } : {}),
      }}
    >
      {icon === undefined ? null : <Icon path={icon} size={18} color={color} passThrough />}
      <Text text={TYPE.label} color={color} maxLines={1} passThrough style={{ shrink: 1 }}>
        {label}
      </Text>
    </View>
  );
}

function buttonColors(look: ButtonLook, danger: boolean, colors: Colors): [background: string | undefined, on: string] {
  switch (look) {
    case "filled":
      return danger ? [colors.error, colors.onError] : [colors.primary, colors.onPrimary];
    case "tonal":
      return danger
        ? [colors.errorContainer, colors.onErrorContainer]
        : [colors.secondaryContainer, colors.onSecondaryContainer];
    case "outlined":
    case "text":
      return [undefined, danger ? colors.error : colors.primary];
  }
}
