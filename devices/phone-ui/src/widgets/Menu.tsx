import { mdiCheck } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, Scroll, Text, View } from "../render/elements.ts";
import { STATUS_BAR_HEIGHT, useUsableHeight } from "../services/bars.ts";
import { useColors } from "../services/services.ts";
import { DISABLED_OPACITY, SHAPE, TYPE } from "../theme.ts";
import { Overlay } from "./Overlay.tsx";

export interface MenuItem {
  id: string;
  label: string;
  onPress: () => void;
  icon?: string;
  /** State of an option that can be on or off. */
  checked?: boolean;
  danger?: boolean;
  disabled?: boolean;
}

/**
 * A menu under the bar's right end, or at `place` on the page. Must be the last child of the page's outermost View. A
 * choice dismisses it. It scrolls if it does not fit on the screen.
 */
export function Menu(props: {
  items: readonly MenuItem[];
  onDismiss: () => void;
  /** Distances from the edges of the page, in dp. */
  place?: { top?: number; left?: number; right?: number; bottom?: number };
}): ReactElement {
  const colors = useColors();
  const { place = { top: STATUS_BAR_HEIGHT + 8, right: 10 } } = props;
  const room = useUsableHeight() - (place.top ?? 0) - (place.bottom ?? 0) - STATUS_BAR_HEIGHT - 8;
  return (
    <Overlay onDismiss={props.onDismiss}>
      <View
        id="menu"
        enter={{ kind: "window", durationMs: 120, opacity: 0, translateY: -10 }}
        style={{
          absolute: true,
          minWidth: 200,
          maxWidth: 300,
          maxHeight: room,
          radius: SHAPE.medium,
          background: colors.surfaceHigh,
          shadow: { color: "#00000047", blur: 14, y: 4 },
          ...place,
        }}
      >
        <Scroll style={{ shrink: 1, paddingY: 8 }}>
          {props.items.map((item) => (
            <MenuRow key={item.id} item={item} onDismiss={props.onDismiss} />
          ))}
        </Scroll>
      </View>
    </Overlay>
  );
}

function MenuRow({ item, onDismiss }: { item: MenuItem; onDismiss: () => void }): ReactElement {
  const colors = useColors();
  const color = item.danger ? colors.error : colors.onSurface;
  const press = (): void => {
    onDismiss();
    item.onPress();
  };
  return (
    <View
      id={item.id}
      label={item.label}
      enabled={!item.disabled}
      {...(item.checked === undefined ? {} : { checkable: true, checked: item.checked })}
      {...(item.disabled ? {} : { onPress: press })}
      rippleColor={colors.onSurface}
      style={{
        direction: "row",
        align: "center",
        gap: 14,
        minHeight: 48,
        paddingX: 16,
        opacity: item.disabled ? DISABLED_OPACITY : 1,
      }}
    >
      {item.icon === undefined ? null : (
        <Icon path={item.icon} size={22} color={item.danger ? colors.error : colors.onSurfaceVariant} passThrough />
      )}
      <Text text={TYPE.bodyLarge} color={color} maxLines={1} passThrough style={{ grow: 1, shrink: 1 }}>
        {item.label}
      </Text>
      {item.checked ? <Icon path={mdiCheck} size={20} color={colors.primary} passThrough /> : null}
    </View>
  );
}
