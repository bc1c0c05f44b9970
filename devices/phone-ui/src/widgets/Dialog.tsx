import type { ReactElement, ReactNode } from "react";
import { Icon, Scroll, Text, View } from "../render/elements.ts";
import { STATUS_BAR_HEIGHT } from "../services/bars.ts";
import { useColors, useScreen, useSystem } from "../services/services.ts";
import { SHAPE, TYPE } from "../theme.ts";
import { Button } from "./Button.tsx";
import { Overlay } from "./Overlay.tsx";

export interface DialogAction {
  id: string;
  label: string;
  onPress: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/**
 * A modal question or message. Must be the last child of the page's outermost View. The actions are at the bottom
 * right, the confirming one last.
 */
export function Dialog(props: {
  title: string;
  icon?: string;
  /** Whether the icon is a warning. */
  warns?: boolean;
  text?: string;
  children?: ReactNode;
  actions: readonly DialogAction[];
  onDismiss: () => void;
}): ReactElement {
  const colors = useColors();
  const short = useScreen().heightDp < 420;
  // In landscape with a keyboard, the content has priority over the title.
  const typing = useSystem((state) => state.keyboard !== undefined);
  const tight = short && typing;
  return (
    <Overlay dim onDismiss={props.onDismiss}>
      <View
        passThrough
        style={{
          grow: 1,
          align: "center",
          justify: "center",
          paddingX: 28,
          paddingTop: tight ? 4 : STATUS_BAR_HEIGHT + (short ? 0 : 12),
          paddingBottom: tight ? 4 : short ? 8 : 28,
        }}
      >
        <View
          id="dialog"
          role="dialog"
          enter={{ kind: "window", durationMs: 160, opacity: 0, scale: 0.94 }}
          style={{
            width: "100%",
            maxWidth: short ? 520 : 400,
            maxHeight: "100%",
            radius: SHAPE.extraLarge,
            background: colors.surfaceHigh,
            shadow: { color: "#00000040", blur: 20, y: 6 },
            paddingTop: tight ? 6 : short ? 14 : 24,
            paddingBottom: tight ? 4 : short ? 8 : 18,
          }}
        >
          {props.icon === undefined ? null : (
            <Icon
              path={props.icon}
              size={26}
              color={props.warns ? colors.error : colors.primary}
              style={{ alignSelf: "center", marginBottom: 12 }}
            />
          )}
          {tight ? null : (
            <Text
              id="dialog_title"
              text={{ ...TYPE.title, ...(props.icon === undefined ? {} : { textAlign: "center" }) }}
              color={colors.onSurface}
              maxLines={3}
              style={{ paddingX: 24, marginBottom: 12 }}
            >
              {props.title}
            </Text>
          )}
          <Scroll style={{ shrink: 1 }}>
            {props.text === undefined ? null : (
              <Text
                id="dialog_text"
                text={TYPE.body}
                color={colors.onSurfaceVariant}
                style={{ paddingX: 24, marginBottom: props.children === undefined ? 0 : 12 }}
              >
                {props.text}
              </Text>
            )}
            {props.children}
          </Scroll>
          <View
            style={{
              direction: "row",
              wrap: true,
              justify: "end",
              gap: 6,
              paddingX: 18,
              marginTop: props.actions.length > 0 ? (short ? 6 : 18) : 0,
            }}
          >
            {props.actions.map((action) => (
              <Button key={action.id} {...action} look="text" />
            ))}
          </View>
        </View>
      </View>
    </Overlay>
  );
}
