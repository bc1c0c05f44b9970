import type { ReactElement } from "react";
import { View } from "../render/elements.ts";
import { useColors, useScreen } from "../services/services.ts";
import { OverlayHost } from "./Overlay.tsx";

/** From here on there is room for a list and what is chosen in it side by side, in dp. */
const twoPaneWidth = 720;

export function useTwoPane(): boolean {
  return useScreen().widthDp >= twoPaneWidth;
}

/** A list and what is chosen in it: side by side where there is room, else what is chosen in place of the list. */
export function TwoPane(props: {
  list: ReactElement;
  detail: ReactElement | undefined;
  /** Beside the list while nothing is chosen. */
  empty: ReactElement;
}): ReactElement {
  const colors = useColors();
  const both = useTwoPane();
  const { widthDp } = useScreen();
  if (!both) return props.detail ?? props.list;
  return (
    <OverlayHost>
      <View style={{ grow: 1, direction: "row" }}>
        <View style={{ width: Math.min(400, widthDp * 0.42) }}>{props.list}</View>
        <View style={{ width: 1, background: colors.outlineVariant }} />
        <View style={{ grow: 1, basis: 0 }}>{props.detail ?? props.empty}</View>
      </View>
    </OverlayHost>
  );
}
