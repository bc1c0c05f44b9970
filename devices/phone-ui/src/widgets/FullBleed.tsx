import type { ReactElement, ReactNode } from "react";
import { View } from "../render/elements.ts";
import type { Enter } from "../render/node.ts";
import { STATUS_BAR_HEIGHT } from "../services/bars.ts";
import { useForegroundOf } from "../services/services.ts";

/**
 * A page that extends beneath the status bar, such as an image. `background` reaches the upper edge, and the system's
 * bars have the color `foreground` while the page is shown. It fills a View at the app's upper edge. Its children start
 * at the screen's upper edge; the page's own bars start at `STATUS_BAR_HEIGHT`.
 */
export function FullBleed(props: {
  id?: string;
  background: string;
  foreground: string;
  enter?: Enter;
  children: ReactNode;
}): ReactElement {
  useForegroundOf(props.foreground);
  return (
    <View
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(props.enter === undefined ? {} : { enter: props.enter })}
      style={{
        absolute: true,
        top: -STATUS_BAR_HEIGHT,
        left: 0,
        right: 0,
        bottom: 0,
        background: props.background,
      }}
    >
      {props.children}
    </View>
  );
}
