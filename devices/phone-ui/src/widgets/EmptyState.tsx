import type { ReactElement, ReactNode } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useColors, useScreen, useSystem } from "../services/services.ts";
import { TYPE } from "../theme.ts";

/** The message of an empty page, with a hint to the next step. */
export function EmptyState(props: {
  icon: string;
  title: string;
  text?: string;
  /** A button. */
  children?: ReactNode;
}): ReactElement {
  const colors = useColors();
  const { heightDp } = useScreen();
  const typing = useSystem((state) => state.keyboard !== undefined);
  // A phone in landscape has room only for the text, and so does a small phone with a keyboard.
  const short = heightDp < (typing ? 720 : 420);
  return (
    <View
      style={{
        grow: 1,
        shrink: 1,
        align: "center",
        justify: "center",
        paddingX: short ? 24 : 40,
        paddingTop: 12,
        paddingBottom: short ? 0 : 64,
        gap: 8,
      }}
    >
      {short ? null : (
        <View
          style={{
            width: 96,
            height: 96,
            radius: 32,
            align: "center",
            justify: "center",
            background: colors.secondaryContainer,
            marginBottom: 12,
          }}
        >
          <Icon path={props.icon} size={44} color={colors.onSecondaryContainer} />
        </View>
      )}
      <Text text={{ ...TYPE.title, textAlign: "center" }} color={colors.onSurface} maxLines={3}>
        {props.title}
      </Text>
      {props.text === undefined ? null : (
        <Text text={{ ...TYPE.body, textAlign: "center" }} color={colors.onSurfaceVariant} style={{ maxWidth: 360 }}>
          {props.text}
        </Text>
      )}
      {props.children === undefined ? null : <View style={{ marginTop: 12 }}>{props.children}</View>}
    </View>
  );
}
