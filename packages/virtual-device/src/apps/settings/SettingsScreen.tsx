import {
  mdiDotsGrid,
  mdiCellphone,
  mdiCheckCircle,
  mdiClockOutline,
  mdiInformationOutline,
  mdiAspectRatio,
} from "@mdi/js";
import type { SKRSContext2D } from "@napi-rs/canvas";
import { useCallback, type ReactElement } from "react";
import { Draw, Icon, Scroll, Text, View } from "../../ui/render/elements.ts";
import { useColors, useScreen, useServices, useSystem } from "../../ui/system/services.ts";
import { navigationHeight } from "../../ui/system/StatusBar.tsx";
import { drawWallpaper } from "../../ui/system/wallpaper.ts";
import { type, type Colors, type ThemeName } from "../../ui/theme.ts";
import { densityName, formatUptime } from "./format.ts";

export function SettingsScreen(): ReactElement {
  const colors = useColors();
  const { widthDp } = useScreen();
  return (
    <Scroll style={{ grow: 1, basis: 0 }}>
      <View
        style={{
          paddingX: 16,
          paddingTop: 14,
          paddingBottom: 16 + navigationHeight,
          width: "100%",
          maxWidth: 720,
          alignSelf: widthDp > 720 ? "center" : "stretch",
        }}
      >
        <Text
          text={{ ...type.headline, weight: 500 }}
          color={colors.onSurface}
          style={{ marginX: 8, marginBottom: 16 }}
        >
          Settings
        </Text>
        <SectionTitle colors={colors}>Theme</SectionTitle>
        <View style={{ direction: "row", gap: 12 }}>
          <ThemeChoice name="light" label="Light theme" />
          <ThemeChoice name="dark" label="Dark theme" />
        </View>
        <SectionTitle colors={colors}>About device</SectionTitle>
        <AboutDevice colors={colors} />
      </View>
    </Scroll>
  );
}

function SectionTitle({ colors, children }: { colors: Colors; children: string }): ReactElement {
  return (
    <Text text={type.titleSmall} color={colors.primary} style={{ marginX: 8, marginTop: 12, marginBottom: 10 }}>
      {children}
    </Text>
  );
}

/** A small picture of the home screen in the theme; a tap switches to it. */
function ThemeChoice({ name, label }: { name: ThemeName; label: string }): ReactElement {
  const colors = useColors();
  const services = useServices();
  const selected = useSystem((state) => state.theme === name);
  const draw = useCallback(
    (context: SKRSContext2D, width: number, height: number) => drawWallpaper(context, width, height, name),
    [name],
  );
  return (
    <View
      onPress={() => services.settings.put("secure", "ui_night_mode", name === "dark" ? "2" : "1")}
      label={selected ? `${label}, selected` : label}
      rippleColor={colors.onSurface}
      style={{
        grow: 1,
        basis: 0,
        padding: 10,
        gap: 10,
        radius: 24,
        background: selected ? colors.secondaryContainer : colors.surfaceContainer,
      }}
    >
      <View passThrough style={{ height: 132, radius: 16, clip: true }}>
        <Draw style={{ height: 132 }} draw={draw} />
      </View>
      <View passThrough style={{ direction: "row", align: "center", justify: "between", height: 24, paddingX: 4 }}>
        <Text text={type.label} color={selected ? colors.onSecondaryContainer : colors.onSurface} maxLines={1}>
          {label}
        </Text>
        {selected ? <Icon path={mdiCheckCircle} size={20} color={colors.primary} /> : null}
      </View>
    </View>
  );
}

function AboutDevice({ colors }: { colors: Colors }): ReactElement {
  const services = useServices();
  const minuteMs = useSystem((state) => state.minuteMs);
  const { widthPx, heightPx, widthDp, heightDp, densityDpi } = useScreen();
  const rows = [
    { icon: mdiCellphone, name: "Device", value: "Terrarium virtual device" },
    {
      icon: mdiAspectRatio,
      name: "Screen",
      value: `${widthPx} × ${heightPx} px (${Math.round(widthDp)} × ${Math.round(heightDp)} dp)`,
    },
    { icon: mdiDotsGrid, name: "Density", value: `${densityDpi} dpi (${densityName(densityDpi)})` },
    { icon: mdiClockOutline, name: "Up time", value: formatUptime(minuteMs - services.startedMs) },
    { icon: mdiInformationOutline, name: "Runtime", value: `Node.js ${process.versions.node} on ${process.platform}` },
  ];
  return (
    <View style={{ radius: 24, clip: true, background: colors.surfaceContainer, paddingY: 6 }}>
      {rows.map(({ icon, name, value }) => (
        <View key={name} style={{ direction: "row", align: "center", gap: 16, paddingX: 18, paddingY: 10 }}>
          <View
            style={{
              width: 40,
              height: 40,
              radius: 20,
              align: "center",
              justify: "center",
              background: colors.secondaryContainer,
            }}
          >
            <Icon path={icon} size={22} color={colors.onSecondaryContainer} />
          </View>
          <View style={{ grow: 1, basis: 0 }}>
            <Text text={type.bodyLarge} color={colors.onSurface}>
              {name}
            </Text>
            <Text text={type.body} color={colors.onSurfaceVariant} maxLines={2}>
              {value}
            </Text>
          </View>
        </View>
      ))}
    </View>
  );
}
