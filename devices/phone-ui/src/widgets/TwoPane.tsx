import type { ReactElement } from "react";
import { View } from "../render/elements.ts";
import { useColors, useScreen } from "../services/services.ts";
import { OverlayHost } from "./Overlay.tsx";

/** Smallest width for a list and its selected item side by side, in dp. */
const TWO_PANE_WIDTH = 720;

export function useTwoPane(): boolean {
  return useScreen().widthDp >= TWO_PANE_WIDTH;
}

/**
 * A list and its selected item: side by side if there is room, else the item covers the list. Both keep their state
 * when the screen is rotated. A covered list keeps its state too, such as its search and scroll position.
 */
export function TwoPane(props: {
  list: ReactElement;
  detail: ReactElement | undefined;
  /** Shown beside the list without a selection. */
  empty: ReactElement;
}): ReactElement {
  const colors = useColors();
  const both = useTwoPane();
  const { widthDp } = useScreen();
  const whole = { grow: 1, basis: 0 } as const;
  const covered = !both && props.detail !== undefined;
  return (
    <OverlayHost>
      <View style={{ ...whole, direction: "row" }}>
        <View key="list" style={both ? { width: Math.min(400, widthDp * 0.42) } : { ...whole, hidden: covered }}>
          {props.list}
        </View>
        {both ? <View key="line" style={{ width: 1, background: colors.outlineVariant }} /> : null}
        {both || covered ? (
          <View key="detail" style={whole}>
            {props.detail ?? props.empty}
          </View>
        ) : null}
      </View>
    </OverlayHost>
  );
}
