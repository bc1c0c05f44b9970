import { mdiAirplane, mdiMinusCircleOutline, mdiNetworkStrength4, mdiWifiStrength4 } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { STATUS_BAR_HEIGHT } from "../services/bars.ts";
import { formatTime } from "../services/format-clock.ts";
import { useColors, useSetting, useSystem } from "../services/services.ts";
import { TYPE } from "../theme.ts";
import { BatteryIcon } from "./BatteryIcon.tsx";
import { useNotificationSource } from "./notification-source.ts";
import { useSystemStrings } from "./system-strings.ts";

const ICONS_MAX = 4;

/** Time, notifications, network and battery, over the current screen. */
export function StatusBar({ color }: { color: string }): ReactElement {
  const minuteMs = useSystem((state) => state.minuteMs);
  const twelve = useSetting("system", "time_12_24") === "12";
  return (
    <View
      passThrough
      packageName="com.android.systemui"
      id="status_bar"
      style={{
        absolute: true,
        top: 0,
        left: 0,
        right: 0,
        height: STATUS_BAR_HEIGHT,
        direction: "row",
        align: "center",
        paddingX: 20,
        gap: 6,
      }}
    >
      <Text id="clock" text={{ ...TYPE.label, fixed: true }} color={color} passThrough>
        {formatTime(minuteMs, twelve)}
      </Text>
      <NotificationIcons color={color} />
      <View style={{ grow: 1 }} passThrough />
      <StatusIcons color={color} />
    </View>
  );
}

/** Icons of the apps with notifications. */
function NotificationIcons({ color }: { color: string }): ReactElement {
  const sourceOf = useNotificationSource();
  const notifications = useSystem((state) => state.notifications);
  const packages = [...new Set(notifications.map((each) => each.packageName))].slice(0, ICONS_MAX);
  return (
    <View passThrough style={{ direction: "row", gap: 5, marginLeft: 6 }}>
      {packages.map((packageName) => {
        const { icon } = sourceOf(packageName);
        return <Icon key={packageName} path={icon.path} size={14} color={color} passThrough />;
      })}
    </View>
  );
}

export function StatusIcons({ color }: { color: string }): ReactElement {
  const strings = useSystemStrings();
  const airplane = useSetting("global", "airplane_mode_on") === "1";
  const wifi = useSetting("global", "wifi_on") === "1";
  const quiet = (useSetting("global", "zen_mode") ?? "0") !== "0";
  return (
    <View passThrough style={{ direction: "row", align: "center", gap: 6 }}>
      {quiet ? (
        <Icon path={mdiMinusCircleOutline} size={15} color={color} label={strings.doNotDisturb} id="zen" />
      ) : null}
      {wifi && !airplane ? (
        <Icon path={mdiWifiStrength4} size={16} color={color} label={strings.wifiFull} id="wifi_signal" />
      ) : null}
      {airplane ? (
        <Icon path={mdiAirplane} size={16} color={color} label={strings.airplane} id="airplane_icon" />
      ) : (
        <Icon path={mdiNetworkStrength4} size={15} color={color} label={strings.networkFull} id="mobile_signal" />
      )}
      <BatteryIcon color={color} />
    </View>
  );
}

/** Returns the color for elements over the app in front, or over the wallpaper. */
export function useForeground(): string {
  const colors = useColors();
  const onWallpaper = useSystem((state) => state.recents || (state.front === undefined && state.searching === false));
  const ofApp = useSystem((state) => (state.front === undefined ? undefined : state.foregrounds[state.front]));
  return onWallpaper ? colors.onWallpaper : (ofApp ?? colors.onSurface);
}
