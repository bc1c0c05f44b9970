import type { ReactElement, ReactNode } from "react";
import { View } from "../render/elements.ts";
import { useBack, useColors } from "../system/services.ts";
import { statusBarHeight } from "../system/StatusBar.tsx";

/**
 * Something over the page it is the last child of; a touch beside it or BACK dismisses it. `dim` darkens what is
 * behind it.
 */
export function Overlay(props: { onDismiss: () => void; dim?: boolean; children: ReactNode }): ReactElement {
  const { onDismiss, dim = false } = props;
  const colors = useColors();
  useBack(onDismiss);
  const fill = { absolute: true, left: 0, right: 0, bottom: 0, top: -statusBarHeight } as const;
  return (
    <View modal style={fill}>
      <View
        id="touch_outside"
        onPress={onDismiss}
        rippleColor="#00000000"
        {...(dim ? { enter: { durationMs: 140, opacity: 0 } } : {})}
        style={{ ...fill, top: 0, ...(dim ? { background: colors.scrim } : {}) }}
      />
      {props.children}
    </View>
  );
}
