import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { NAVIGATION_HEIGHT } from "../services/bars.ts";
import { useColors, useScreen, useSystem } from "../services/services.ts";
import { SHAPE, TYPE } from "../theme.ts";

/**
 * The page's main action, floating at the bottom right; with `text` it is as wide as its text. It is hidden during
 * typing, which leaves the room to the field and its results.
 */
export function Fab(props: {
  id: string;
  icon: string;
  label: string;
  onPress: () => void;
  text?: string;
}): ReactElement | null {
  const colors = useColors();
  const typing = useSystem((state) => state.keyboard !== undefined);
  // In landscape, text would cover too much of the content.
  const short = useScreen().heightDp < 420;
  const text = short ? undefined : props.text;
  if (typing) return null;
  return (
    <View
      id={props.id}
      role="button"
      label={props.label}
      onPress={props.onPress}
      rippleColor={colors.onPrimaryContainer}
      style={{
        absolute: true,
        right: 20,
        bottom: 12 + NAVIGATION_HEIGHT,
        height: 60,
        minWidth: 60,
        radius: SHAPE.medium + 2,
        background: colors.primaryContainer,
        shadow: { color: "#00000047", blur: 10, y: 3 },
        direction: "row",
        align: "center",
        justify: "center",
        gap: 12,
        ...(text === undefined ? {} : { paddingLeft: 18, paddingRight: 22 }),
      }}
    >
      <Icon path={props.icon} size={26} color={colors.onPrimaryContainer} passThrough />
      {text === undefined ? null : (
        <Text text={TYPE.label} color={colors.onPrimaryContainer} passThrough>
          {text}
        </Text>
      )}
    </View>
  );
}
