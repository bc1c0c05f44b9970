import type { ReactElement } from "react";
import { View } from "../render/elements.ts";
import { useColors, useScreen } from "../services/services.ts";
import { OverlayHost } from "./Overlay.tsx";

/** From here on there is room for a list and what is chosen in it side by side, in dp. */
const twoPaneWidth = 720;

export function useTwoPane(): boolean {
  return useScreen().widthDp >= twoPaneWidth;
}

/**
 * A list and what is chosen in it: side by side where there is room, else what is chosen over the list. Both stay as
 * they are when the screen is turned, and the list while it is covered: what was searched for and scrolled to.
 */
export function TwoPane(props: {
  list: ReactElement;
  detail: ReactElement | undefined;
  /** Beside the list while nothing is chosen. */
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
