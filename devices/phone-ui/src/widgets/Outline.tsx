import type { ReactElement } from "react";
import { View } from "../render/elements.ts";
import type { ViewStyle } from "../render/style.ts";
import { useColors } from "../services/services.ts";

/** A thin line around the parent, over its content: a picture as light as the page keeps an edge. */
export function Outline({ radius }: { radius: NonNullable<ViewStyle["radius"]> }): ReactElement {
  const { outlineVariant } = useColors();
  return (
    <View
      passThrough
      style={{
        absolute: true,
        top: 0,
        left: 0,
        right: 0,
        bottom: 0,
        radius,
        border: { width: 1, color: outlineVariant },
      }}
    />
  );
}
