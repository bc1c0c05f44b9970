import type { ReactElement, ReactNode } from "react";
import { View } from "../render/elements.ts";
import type { Enter } from "../render/node.ts";
import { statusBarHeight } from "../services/bars.ts";
import { useForegroundOf } from "../services/services.ts";

/**
 * A page that goes on below the status bar, such as a picture: `background` reaches the upper edge, and the bars of the
 * system have the colour `foreground` while the page shows. Fills a View whose own upper edge is the app's. Children
 * stand from the screen's upper edge; bars of their own begin at `statusBarHeight`.
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
        top: -statusBarHeight,
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
