import { mdiMagnify } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, Text, View } from "../../render/elements.ts";
import { formatTime } from "../../services/format-clock.ts";
import { useColors, useServices, useSetting, useSystem } from "../../services/services.ts";
import { useLanguage } from "../../services/strings.ts";
import { TYPE } from "../../theme.ts";
import { useSystemStrings } from "../system-strings.ts";
import type { HomeMeasure } from "./home-measure.ts";

/** Clock, date and search box of the first page. */
export function HomeHeader({ measure }: { measure: HomeMeasure }): ReactElement {
  const colors = useColors();
  const language = useLanguage();
  const { store } = useServices();
  const strings = useSystemStrings();
  const minuteMs = useSystem((state) => state.minuteMs);
  const twelve = useSetting("system", "time_12_24") === "12";
  const { clockSize, topGap, searchGap, centred, beside, searchWidth } = measure;
  const textAlign = centred ? "center" : "start";
  return (
    <View
      passThrough
      style={{ paddingTop: topGap, ...(beside ? { direction: "row", align: "center", justify: "between" } : {}) }}
    >
      <View passThrough style={{ paddingX: 26 }}>
        <Text
          id="clock"
          text={{
            size: clockSize,
            lineHeight: clockSize,
            weight: 300,
            color: "",
            letterSpacing: -2.5,
            textAlign,
            fixed: true,
          }}
          color={colors.onWallpaper}
          passThrough
        >
          {formatTime(minuteMs, twelve)}
        </Text>
        <Text
          id="date"
          text={{ ...TYPE.titleMedium, weight: 400, textAlign, fixed: true }}
          color={colors.onWallpaperMuted}
          style={{ marginTop: 6, marginLeft: centred ? 0 : 4 }}
          passThrough
        >
          {language.formatDay(new Date(minuteMs), "long")}
        </Text>
      </View>
      <View
        passThrough
        style={{ paddingX: 24, marginTop: beside ? 0 : searchGap, align: centred ? "center" : "stretch" }}
      >
        <View
          id="search_container"
          onPress={() => store.set({ searching: "search" })}
          label={strings.searchApps}
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
            ...(searchWidth === undefined ? {} : { width: searchWidth }),
          }}
        >
          <Icon path={mdiMagnify} size={22} color={colors.onWallpaper} passThrough />
          <Text text={{ ...TYPE.bodyLarge, fixed: true }} color={colors.onWallpaperMuted} passThrough>
            {strings.searchApps}
          </Text>
        </View>
      </View>
    </View>
  );
}
