import type { ReactElement, ReactNode } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { DISABLED_OPACITY, SHAPE, TYPE } from "../theme.ts";

export interface ListRowProps {
  id: string;
  title: string;
  /** Text below the title, with up to `subtitleLines` lines (2 by default). */
  subtitle?: string;
  subtitleLines?: number;
  /** A glyph in a disc before the text. */
  icon?: string;
  /** Content in place of the glyph: an image, a checkbox, an avatar. */
  leading?: ReactNode;
  /** Content after the text. */
  trailing?: ReactNode;
  onPress?: () => void;
  onLongPress?: () => void;
  selected?: boolean;
  /** State of the row, if the whole row is a control with two states. */
  checked?: boolean;
  /** Type of the control, if it is not a switch. */
  role?: "radio" | "checkbox";
  disabled?: boolean;
  danger?: boolean;
  /** Whether the row has no background of its own, for long lists without cards. */
  plain?: boolean;
}

/**
 * A row of a list, at least 64 dp high, with a title, a subtitle, and content at both sides. The whole row is
 * touchable.
 */
export function ListRow(props: ListRowProps): ReactElement {
  const { onPress, onLongPress, selected = false, disabled = false, danger = false, plain = false } = props;
  const colors = useColors();
  const background = selected ? colors.secondaryContainer : plain ? undefined : colors.surfaceContainer;
  const color = danger ? colors.error : selected ? colors.onSecondaryContainer : colors.onSurface;
  return (
    <View
      id={props.id}
      label={props.title}
      enabled={!disabled}
      {...(props.selected === undefined ? {} : { selected })}
      {...(props.checked === undefined ? {} : { checkable: true, checked: props.checked })}
      {...(props.role === undefined ? {} : { role: props.role })}
      {...(onPress && !disabled ? { onPress } : {})}
      {...(onLongPress && !disabled ? { onLongPress } : {})}
      rippleColor={colors.onSurface}
      style={{
        direction: "row",
        align: "center",
        gap: 16,
        minHeight: 64,
        paddingX: plain ? 24 : 18,
        paddingY: 11,
        radius: plain ? 0 : SHAPE.inner,
        ...(background === undefined ? {} : { background }),
        opacity: disabled ? DISABLED_OPACITY : 1,
      }}
    >
      {props.leading ?? (props.icon === undefined ? null : <RowIcon path={props.icon} danger={danger} />)}
      <View passThrough style={{ grow: 1, basis: 0, gap: 1 }}>
        <Text text={TYPE.bodyLarge} color={color} maxLines={2} passThrough>
          {props.title}
        </Text>
        {props.subtitle === undefined || props.subtitle === "" ? null : (
          <Text text={TYPE.body} color={colors.onSurfaceVariant} maxLines={props.subtitleLines ?? 2} passThrough>
            {props.subtitle}
          </Text>
        )}
      </View>
      {props.trailing}
    </View>
  );
}

/** A glyph in a soft disc of 40 dp, at the start of rows and tiles. */
function RowIcon({ path, danger = false }: { path: string; danger?: boolean }): ReactElement {
  const colors = useColors();
  return (
    <View
      passThrough
      style={{
        width: 40,
        height: 40,
        radius: 20,
        align: "center",
        justify: "center",
        background: danger ? colors.errorContainer : colors.secondaryContainer,
      }}
    >
      <Icon path={path} size={22} color={danger ? colors.onErrorContainer : colors.onSecondaryContainer} passThrough />
    </View>
  );
}

/** A group of rows: a card with hairline gaps, rounded only on the outside. */
export function ListGroup({ children }: { children: ReactNode }): ReactElement {
  return <View style={{ radius: SHAPE.large, clip: true, gap: 2 }}>{children}</View>;
}
