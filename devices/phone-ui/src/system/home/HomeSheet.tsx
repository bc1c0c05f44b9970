import { mdiApps, mdiCheck } from "@mdi/js";
import { useMemo, useState, type ReactElement } from "react";
import { Draw, Icon, Scroll, Text, View } from "../../render/elements.ts";
import { NAVIGATION_HEIGHT, STATUS_BAR_HEIGHT } from "../../services/bars.ts";
import { useColors, useScreen, useServices, useSetting, useSystem } from "../../services/services.ts";
import { wallpaperDrawing, WALLPAPER_NAMES, type WallpaperName } from "../../services/wallpapers/wallpapers.ts";
import { SHAPE, TYPE } from "../../theme.ts";
import { AppIcon } from "../../widgets/AppIcon.tsx";
import { ListRow } from "../../widgets/ListRow.tsx";
import { useSystemStrings } from "../system-strings.ts";

const FILL = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;
const WIDEST = 560;
/** Below this height, the sheet has no titles and small pictures. */
const LOW_HEIGHT = 420;
const SIDE = 20;
/** Width of a thumbnail relative to its height. */
const THUMB_RATIO = 0.56;

/** The look of the home screen, shown after a long press on it: wallpapers, colors of the icons, and all apps. */
export function HomeSheet({ onClose }: { onClose: () => void }): ReactElement {
  const colors = useColors();
  const { widthDp, heightDp } = useScreen();
  const low = heightDp < LOW_HEIGHT;
  const floats = widthDp > WIDEST && !low;
  const round = SHAPE.extraLarge;
  return (
    <View modal style={{ ...FILL, justify: "end", paddingTop: STATUS_BAR_HEIGHT }}>
      <View id="touch_outside" onPress={onClose} rippleColor="#00000000" style={FILL} />
      <View
        id="home_sheet"
        role="dialog"
        enter={{ kind: "window", durationMs: 220, opacity: 0, translateY: 80 }}
        style={{
          width: "100%",
          maxWidth: WIDEST,
          maxHeight: "100%",
          alignSelf: "center",
          radius: floats ? round : [round, round, 0, 0],
          marginBottom: floats ? NAVIGATION_HEIGHT : 0,
          paddingTop: low ? 12 : 20,
          paddingBottom: floats ? 12 : NAVIGATION_HEIGHT,
          background: colors.surfaceContainer,
          shadow: { color: "#00000059", blur: 20, y: -2 },
        }}
      >
        <Scroll style={{ shrink: 1 }}>
          <Choices thumbHeight={low ? 72 : Math.min(150, heightDp * 0.3)} titled={!low} onClose={onClose} />
        </Scroll>
      </View>
    </View>
  );
}

function Choices(props: { thumbHeight: number; titled: boolean; onClose: () => void }): ReactElement {
  const { thumbHeight, titled, onClose } = props;
  const { store } = useServices();
  const strings = useSystemStrings();
  const selected = useSystem((state) => WALLPAPER_NAMES.indexOf(state.wallpaper));
  // Shows the selected one at first, with one before it. Later touches do not scroll.
  const [scrollTo] = useState({ offset: Math.max(0, selected - 1) * (thumbHeight * THUMB_RATIO + 12) });
  const allApps = (): void => {
    onClose();
    store.set({ searching: "apps" });
  };
  return (
    <>
      {titled ? <Title>{strings.wallpaper}</Title> : null}
      <Scroll
        horizontal
        id="wallpapers"
        scrollTo={scrollTo}
        style={{ height: thumbHeight + 8, paddingX: SIDE - 4, gap: 4 }}
      >
        {WALLPAPER_NAMES.map((name) => (
          <Thumbnail key={name} name={name} height={thumbHeight} />
        ))}
      </Scroll>
      <View passThrough style={{ height: 14 }} />
      {titled ? <Title>{strings.icons}</Title> : null}
      <View passThrough style={{ direction: "row", gap: 12, paddingX: SIDE, marginBottom: 6 }}>
        <IconStyle id="icons_own" label={strings.ownColors} themed={false} />
        <IconStyle id="icons_themed" label={strings.wallpaperColors} themed />
      </View>
      <ListRow id="all_apps" title={strings.allApps} icon={mdiApps} onPress={allApps} />
    </>
  );
}

function Title({ children }: { children: string }): ReactElement {
  const colors = useColors();
  return (
    <Text text={TYPE.titleMedium} color={colors.onSurface} style={{ paddingX: SIDE, marginBottom: 12 }}>
      {children}
    </Text>
  );
}

/** A wallpaper in the current theme. A tap selects it. */
function Thumbnail({ name, height }: { name: WallpaperName; height: number }): ReactElement {
  const { settings } = useServices();
  const colors = useColors();
  const strings = useSystemStrings();
  const theme = useSystem((state) => state.theme);
  const selected = useSystem((state) => state.wallpaper === name);
  const draw = useMemo(() => wallpaperDrawing(name, theme), [name, theme]);
  const size = { width: height * THUMB_RATIO, height };
  const ring = { width: 2, color: selected ? colors.primary : "#00000000" };
  return (
    <View
      id={`wallpaper_${name}`}
      role="radio"
      label={strings.wallpaperNames[name]}
      checkable
      checked={selected}
      onPress={() => settings.put("secure", "wallpaper", name)}
      style={{ padding: 4, radius: SHAPE.medium + 4, border: ring }}
    >
      <View passThrough style={{ ...size, radius: SHAPE.medium, clip: true }}>
        <Draw passThrough style={size} draw={draw} />
      </View>
      {selected ? (
        <View
          passThrough
          style={{ absolute: true, right: 10, bottom: 10, radius: 12, padding: 3, background: colors.primary }}
        >
          <Icon path={mdiCheck} size={18} color={colors.onPrimary} passThrough />
        </View>
      ) : null}
    </View>
  );
}

/** A style of the icons, with some of them. A tap selects it. */
function IconStyle({ id, label, themed }: { id: string; label: string; themed: boolean }): ReactElement {
  const { apps, settings } = useServices();
  const colors = useColors();
  const selected = (useSetting("secure", "themed_icons") === "1") === themed;
  return (
    <View
      id={id}
      role="radio"
      label={label}
      checkable
      checked={selected}
      onPress={() => settings.put("secure", "themed_icons", themed ? "1" : "0")}
      rippleColor={colors.onSurface}
      style={{
        grow: 1,
        basis: 0,
        align: "center",
        gap: 8,
        padding: 12,
        radius: SHAPE.medium,
        background: selected ? colors.secondaryContainer : colors.surfaceHigh,
        border: { width: 2, color: selected ? colors.primary : "#00000000" },
      }}
    >
      <View passThrough style={{ direction: "row", gap: 8 }}>
        {apps.slice(0, 3).map(({ packageName, icon }) => (
          <AppIcon key={packageName} design={icon} size={32} themed={themed} />
        ))}
      </View>
      <Text
        text={{ ...TYPE.label, textAlign: "center" }}
        color={selected ? colors.onSecondaryContainer : colors.onSurface}
        maxLines={2}
        passThrough
      >
        {label}
      </Text>
    </View>
  );
}
