import type { ReactElement } from "react";
import { Text, View } from "../render/elements.ts";
import { NAVIGATION_HEIGHT } from "../services/bars.ts";
import { useColors } from "../services/services.ts";
import { TYPE } from "../theme.ts";

/** A short message at the bottom with one action; the parent component removes it. */
export function Snackbar({
  text,
  action,
  onAction,
}: {
  text: string;
  action: string;
  onAction: () => void;
}): ReactElement {
  const colors = useColors();
  return (
    <View
      enter={{ durationMs: 160, opacity: 0, translateY: 16 }}
      style={{
        absolute: true,
        left: 16,
        bottom: 12 + NAVIGATION_HEIGHT,
        right: 96,
        maxWidth: 420,
        height: 52,
        radius: 14,
        direction: "row",
        align: "center",
        paddingLeft: 18,
        paddingRight: 6,
        background: colors.onSurface,
      }}
    >
      <Text text={TYPE.body} color={colors.surface} maxLines={1} style={{ grow: 1, basis: 0 }}>
        {text}
      </Text>
      <View
        onPress={onAction}
        label={action}
        rippleColor={colors.surface}
        style={{ height: 40, paddingX: 12, radius: 20, justify: "center" }}
      >
        <Text text={TYPE.label} color={colors.inversePrimary} passThrough>
          {action}
        </Text>
      </View>
    </View>
  );
}
