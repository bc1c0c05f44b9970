import { useState, type ReactElement } from "react";
import { Text, View } from "../render/elements.ts";
import { useColors, useSystem } from "../services/services.ts";
import { TYPE } from "../theme.ts";
import { useReveal } from "./use-reveal.ts";

/** A short message near the bottom that disappears by itself and receives no touches. */
export function Toast(): ReactElement | null {
  const colors = useColors();
  const toast = useSystem((state) => state.toast);
  const reveal = useReveal(toast !== undefined, 180);
  // Keeps a removed toast for its exit animation.
  const [shown, setShown] = useState(toast);
  if (toast && toast !== shown) setShown(toast);
  if (!reveal.present) return null;
  return (
    <View
      passThrough
      packageName="com.android.systemui"
      inert={toast === undefined}
      style={{ absolute: true, left: 24, right: 24, bottom: 72, align: "center" }}
    >
      <View
        ref={reveal.part("pill", (progress) => ({ opacity: progress, translateYPx: 24 * (1 - progress) }))}
        passThrough
        style={{
          paddingX: 20,
          paddingY: 12,
          radius: 24,
          maxWidth: 480,
          background: colors.onSurface,
          shadow: { color: "#00000055", blur: 12, y: 4 },
        }}
      >
        <Text id="message" text={TYPE.body} color={colors.surface} maxLines={3} passThrough>
          {shown?.text ?? ""}
        </Text>
      </View>
    </View>
  );
}
