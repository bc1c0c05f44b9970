import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { TYPE } from "../theme.ts";

/** One of a row of actions of a page: a glyph above its name. All tiles of a row have the same width. */
export function ActionTile(props: {
  id: string;
  icon: string;
  label: string;
  onPress: () => void;
  /** Whether the action is destructive. */
  danger?: boolean;
  disabled?: boolean;
}): ReactElement {
  const { danger = false, disabled = false } = props;
  const colors = useColors();
  const color = disabled ? colors.outline : danger ? colors.onErrorContainer : colors.onSecondaryContainer;
  const lit = danger ? colors.errorContainer : colors.secondaryContainer;
  return (
    <View
      id={props.id}
      role="button"
      label={props.label}
      enabled={!disabled}
      {...(disabled ? {} : { onPress: props.onPress })}
      rippleColor={color}
      style={{
        grow: 1,
        basis: 0,
        align: "center",
        justify: "center",
        gap: 4,
        paddingX: 4,
        paddingY: 12,
        radius: 20,
        background: disabled ? colors.surfaceContainer : lit,
      }}
    >
      <Icon path={props.icon} size={22} color={color} passThrough />
      <Text text={{ ...TYPE.labelSmall, textAlign: "center" }} color={color} maxLines={2} passThrough>
        {props.label}
      </Text>
    </View>
  );
}
