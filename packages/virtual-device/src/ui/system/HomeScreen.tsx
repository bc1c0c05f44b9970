import { mdiMagnify } from "@mdi/js";
import type { ReactElement } from "react";
import type { App } from "../../apps/app.ts";
import { apps } from "../../apps/apps.ts";
import { Icon, Text, View } from "../render/elements.ts";
import { type, type Colors } from "../theme.ts";
import { AppIcon } from "../widgets/AppIcon.tsx";
import { useColors, useScreen, useServices, useSystem } from "./services.ts";
import { formatDate, formatTime, navigationHeight, statusBarHeight } from "./StatusBar.tsx";
import { localize, useLocale } from "./strings.ts";

/** Clock, date, search and apps on the wallpaper. */
export function HomeScreen({ onSearch }: { onSearch: () => void }): ReactElement {
  const colors = useColors();
  const { widthDp, heightDp } = useScreen();
  const landscape = widthDp > heightDp;
  const hidden = useSystem((state) => state.front !== undefined || state.searching);
  return (
    <View
      style={{
        absolute: true,
        top: 0,
        left: 0,
        right: 0,
        bottom: 0,
        hidden,
        paddingTop: statusBarHeight + (heightDp < 560 ? 20 : landscape ? 48 : 56),
        paddingBottom: navigationHeight + (heightDp < 560 ? 4 : 16),
      }}
      onSwipeUp={onSearch}
      packageName="com.terrarium.launcher"
      enter={{ durationMs: 240, scale: 1.06, opacity: 0.2 }}
    >
      <Clock colors={colors} large={heightDp >= 560} centred={landscape} />
      <View style={{ paddingX: 24, marginTop: heightDp < 560 ? 20 : 30, align: landscape ? "center" : "stretch" }}>
        <SearchPill colors={colors} onPress={onSearch} width={landscape ? Math.min(480, widthDp - 48) : undefined} />
      </View>
      <View style={{ grow: 1 }} />
      <Dock colors={colors} />
    </View>
  );
}

function Clock({ colors, large, centred }: { colors: Colors; large: boolean; centred: boolean }): ReactElement {
  const minuteMs = useSystem((state) => state.minuteMs);
  const size = large ? 84 : 68;
  const textAlign = centred ? "center" : "start";
  return (
    <View style={{ paddingX: 26 }}>
      <Text
        text={{ size, lineHeight: size, weight: 300, color: "", letterSpacing: -2.5, textAlign }}
        color={colors.onWallpaper}
      >
        {formatTime(minuteMs)}
      </Text>
      <Text
        text={{ ...type.titleMedium, weight: 400, textAlign }}
        color={colors.onWallpaperMuted}
        style={{ marginTop: 6, marginLeft: 4 }}
      >
        {formatDate(minuteMs)}
      </Text>
    </View>
  );
}

function SearchPill({
  colors,
  onPress,
  width,
}: {
  colors: Colors;
  onPress: () => void;
  width: number | undefined;
}): ReactElement {
  return (
    <View
      onPress={onPress}
      label="Search apps"
      rippleColor={colors.onWallpaper}
      style={{
        height: 52,
        radius: 26,
        direction: "row",
        align: "center",
        paddingX: 18,
        gap: 12,
        background: colors.wallpaperPill,
        border: { width: 1, color: colors.wallpaperPillBorder },
        ...(width === undefined ? {} : { width }),
      }}
    >
      <Icon path={mdiMagnify} size={22} color={colors.onWallpaper} />
      <Text text={type.bodyLarge} color={colors.onWallpaperMuted}>
        Search apps
      </Text>
    </View>
  );
}

function Dock({ colors }: { colors: Colors }): ReactElement {
  const services = useServices();
  const { widthDp } = useScreen();
  return (
    <View style={{ direction: "row", justify: "center", gap: widthDp >= 600 ? 40 : 20, paddingX: 16 }}>
      {apps.map((app) => (
        <LauncherIcon
          key={app.packageName}
          app={app}
          color={colors.onWallpaper}
          onPress={() => services.startApp(app.packageName)}
        />
      ))}
    </View>
  );
}

/** An app to start: its icon and its name. */
function LauncherIcon({ app, color, onPress }: { app: App; color: string; onPress: () => void }): ReactElement {
  const label = localize(app.label, useLocale());
  return (
    <View
      onPress={onPress}
      label={label}
      rippleColor={color}
      style={{ width: 84, paddingY: 10, align: "center", gap: 8, radius: 20 }}
    >
      <AppIcon design={app.icon} size={60} />
      <Text text={{ ...type.labelSmall, textAlign: "center" }} color={color} maxLines={1} passThrough>
        {label}
      </Text>
    </View>
  );
}
