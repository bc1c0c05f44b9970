import { mdiBattery, mdiNetworkStrength4, mdiWifiStrength4 } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { type } from "../theme.ts";
import { useColors, useSystem } from "./services.ts";

export const statusBarHeight = 32;

/** Time, network and battery, over whatever is in front. */
export function StatusBar({ color }: { color: string }): ReactElement {
  const minuteMs = useSystem((state) => state.minuteMs);
  return (
    <View
      passThrough
      style={{
        absolute: true,
        top: 0,
        left: 0,
        right: 0,
        height: statusBarHeight,
        direction: "row",
        align: "center",
        paddingX: 20,
        gap: 6,
      }}
    >
      <Text text={type.label} color={color} style={{ grow: 1 }}>
        {formatTime(minuteMs)}
      </Text>
      <Icon path={mdiWifiStrength4} size={16} color={color} label="Wi-Fi, full signal" />
      <Icon path={mdiNetworkStrength4} size={15} color={color} label="Mobile network, full signal" />
      <Icon path={mdiBattery} size={16} color={color} label="Battery 100 percent" />
    </View>
  );
}

/** The pill at the bottom: a swipe up from it leads home. */
export function NavigationPill({ color, onHome }: { color: string; onHome: () => void }): ReactElement {
  return (
    <View
      onSwipeUp={onHome}
      label="Home gesture"
      style={{
        absolute: true,
        bottom: 0,
        left: 0,
        right: 0,
        height: navigationHeight,
        justify: "center",
        align: "center",
      }}
    >
      <View passThrough style={{ width: 112, height: 4.5, radius: 3, background: color }} />
    </View>
  );
}

export const navigationHeight = 24;

/** The colour for things on top of the app in front, or of the wallpaper. */
export function useForeground(): string {
  const colors = useColors();
  const onHome = useSystem((state) => state.front === undefined && !state.searching);
  return onHome ? colors.onWallpaper : colors.onSurface;
}

export function formatTime(epochMs: number): string {
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(epochMs);
}

export function formatDate(epochMs: number): string {
  return new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" }).format(epochMs);
}
