import type { ReactElement, ReactNode } from "react";
import { Scroll, View } from "../render/elements.ts";
import { NAVIGATION_HEIGHT } from "../services/bars.ts";
import { TopBar } from "./TopBar.tsx";

/** Largest width of a column of text or rows, in dp. */
const COLUMN_WIDTH = 720;

/** A column of the page's width, centered on wider screens. */
export function Column({ children, paddingX = 16 }: { children: ReactNode; paddingX?: number }): ReactElement {
  return <View style={{ width: "100%", maxWidth: COLUMN_WIDTH, alignSelf: "center", paddingX }}>{children}</View>;
}

/** A whole screen of an app: the bar, a scrolling column below it, and floating elements above both (`over`). */
export function Page(props: {
  title: string;
  subtitle?: string;
  onBack?: () => void;
  /** IconButtons of the bar. */
  actions?: ReactNode;
  children: ReactNode;
  /** A Fab, Snackbar, Dialog or Menu. */
  over?: ReactNode;
}): ReactElement {
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <Column paddingX={0}>
        <TopBar
          title={props.title}
          large={props.onBack === undefined}
          {...(props.subtitle === undefined ? {} : { subtitle: props.subtitle })}
          {...(props.onBack === undefined ? {} : { onBack: props.onBack })}
        >
          {props.actions}
        </TopBar>
      </Column>
      <Scroll style={{ grow: 1, basis: 0 }}>
        <Column>
          <View style={{ paddingBottom: 24 + NAVIGATION_HEIGHT }}>{props.children}</View>
        </Column>
      </Scroll>
      {props.over}
    </View>
  );
}
