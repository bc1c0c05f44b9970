import { mdiArrowLeft, mdiClose } from "@mdi/js";
import type { ReactElement, ReactNode } from "react";
import { Text, View } from "../render/elements.ts";
import { useColors, useScreen, useSystem } from "../services/services.ts";
import { TYPE } from "../theme.ts";
import { IconButton } from "./IconButton.tsx";
import { useKitStrings } from "./strings.ts";

const HEIGHT = 60;
const LARGE_HEIGHT = 72;

/**
 * The bar at the top of a page: title, back button, and actions (IconButton). `large` is for an app's first page,
 * without a back button. During a selection, `onClose` ends it; the bar has the selection's colors and the height of
 * the normal bar. During typing in landscape, the bar is hidden to leave room for the text.
 */
export function TopBar(props: {
  title: string;
  /** Full form of a shortened title. */
  label?: string;
  subtitle?: string;
  onBack?: () => void;
  onClose?: () => void;
  large?: boolean;
  /** Actions, from left to right. */
  children?: ReactNode;
}): ReactElement | null {
  const colors = useColors();
  const strings = useKitStrings();
  const short = useScreen().heightDp < 420;
  const typing = useSystem((state) => state.keyboard !== undefined);
  const { title, subtitle, onBack, onClose, large = false } = props;
  const leads = onBack !== undefined || onClose !== undefined;
  if (short && typing) return null;
  return (
    <View
      style={{
        direction: "row",
        align: "center",
        minHeight: large && !onClose ? LARGE_HEIGHT : HEIGHT,
        paddingLeft: leads ? 4 : 24,
        paddingRight: 4,
        ...(onClose === undefined
          ? {}
          : {
              background: colors.secondaryContainer,
              radius: 20,
              marginX: 8,
              marginY: large ? (LARGE_HEIGHT - HEIGHT) / 2 : 0,
            }),
      }}
    >
      {onClose ? (
        <IconButton
          id="close"
          path={mdiClose}
          label={strings.close}
          color={colors.onSecondaryContainer}
          onPress={onClose}
        />
      ) : onBack ? (
        <IconButton id="back" path={mdiArrowLeft} label={strings.back} color={colors.onSurface} onPress={onBack} />
      ) : null}
      <View passThrough style={{ grow: 1, basis: 0, paddingLeft: leads ? 8 : 0, paddingRight: 8 }}>
        <Text
          id="title"
          {...(props.label === undefined ? {} : { label: props.label })}
          text={large && !onClose ? { ...TYPE.headline, weight: 500 } : { ...TYPE.title, weight: 500, size: 20 }}
          color={onClose === undefined ? colors.onSurface : colors.onSecondaryContainer}
          maxLines={1}
        >
          {title}
        </Text>
        {subtitle === undefined || subtitle === "" ? null : (
          <Text id="subtitle" text={TYPE.bodySmall} color={colors.onSurfaceVariant} maxLines={1}>
            {subtitle}
          </Text>
        )}
      </View>
      {props.children}
    </View>
  );
}
