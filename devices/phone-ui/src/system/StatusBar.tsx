import {
  mdiAirplane,
  mdiBellOffOutline,
  mdiMinusCircleOutline,
  mdiNetworkStrength4,
  mdiVibrate,
  mdiWifiStrength4,
} from "@mdi/js";
import { WIFI_NETWORK_KEY, wifiStateOf } from "@terrarium/phone-system/wifi";
import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { STATUS_BAR_HEIGHT } from "../services/bars.ts";
import { formatTime } from "../services/format-clock.ts";
import { useColors, useSetting, useSystem } from "../services/services.ts";
import { TYPE } from "../theme.ts";
import { BatteryIcon } from "./BatteryIcon.tsx";
import { useInternals } from "./internals.ts";
import { useNotificationSource } from "./notification-source.ts";
import { useSystemStrings } from "./system-strings.ts";

const ICONS_MAX = 4;

/** Icons of the modes without ringing (AOSP AudioManager). */
const RINGER_ICONS: ReadonlyMap<string, { path: string; text: "ringerSilent" | "ringerVibrates" }> = new Map([
  ["0", { path: mdiBellOffOutline, text: "ringerSilent" as const }],
  ["1", { path: mdiVibrate, text: "ringerVibrates" as const }],
]);

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
      <OngoingChip />
      <View style={{ grow: 1 }} passThrough />
      <StatusIcons color={color} />
    </View>
  );
}

/** An urgent ongoing notification that is not over the screen, such as a ringing alarm. A tap shows it there. */
function OngoingChip(): ReactElement | null {
  const colors = useColors();
  const sourceOf = useNotificationSource();
  const { showHeadsUp } = useInternals();
  const notification = useSystem(({ notifications, headsUp, front, locked }) =>
    locked
      ? undefined
      : notifications.find((each) => each.urgent && each.ongoing && each !== headsUp && each.packageName !== front),
  );
  if (!notification) return null;
  const { name, icon } = sourceOf(notification.packageName);
  return (
    <View
      id="ongoing_chip"
      role="button"
      label={`${name}: ${notification.title}`}
      onPress={() => showHeadsUp(notification)}
      style={{ height: STATUS_BAR_HEIGHT, shrink: 1, justify: "center" }}
    >
      <View
        passThrough
        style={{
          direction: "row",
          align: "center",
          gap: 4,
          height: 24,
          maxWidth: 140,
          paddingX: 8,
          radius: 12,
          background: colors.primary,
        }}
      >
        <Icon path={icon.path} size={14} color={colors.onPrimary} passThrough />
        <Text
          text={{ ...TYPE.labelSmall, fixed: true }}
          color={colors.onPrimary}
          maxLines={1}
          passThrough
          style={{ shrink: 1 }}
        >
          {notification.title}
        </Text>
      </View>
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
  const { connected } = wifiStateOf(useSetting("global", "wifi_on"), useSetting("global", WIFI_NETWORK_KEY));
  const ringer = RINGER_ICONS.get(useSetting("global", "mode_ringer") ?? "");
  const quiet = (useSetting("global", "zen_mode") ?? "0") !== "0";
  return (
    <View passThrough style={{ direction: "row", align: "center", gap: 6 }}>
      {quiet ? (
        <Icon path={mdiMinusCircleOutline} size={15} color={color} label={strings.doNotDisturb} id="zen" />
      ) : null}
      {ringer ? <Icon path={ringer.path} size={15} color={color} label={strings[ringer.text]} id="ringer" /> : null}
      {connected ? (
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
