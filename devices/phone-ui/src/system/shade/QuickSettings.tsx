import { mdiBrightness6, mdiCogOutline, mdiPower } from "@mdi/js";
import { useRef, useState, type ReactElement } from "react";
import { Icon, Scroll, Text, View } from "../../render/elements.ts";
import type { DragEvent, UiNode } from "../../render/node.ts";
import { useColors, useNumberSetting, useScreen, useServices, useSetting, useSystem } from "../../services/services.ts";
import { TYPE } from "../../theme.ts";
import { PageDots } from "../home/PageDots.tsx";
import { useInternals } from "../internals.ts";
import { useSystemStrings } from "../system-strings.ts";
import { quickTiles, type QuickTile } from "./quick-tiles.ts";

const BRIGHTEST = 255;
/** AOSP SystemUI dimens.xml: qs_tile_height, qs_quick_tile_size (on low screens), qs_tile_margin_vertical, qs_corner_radius. */
const TILE_HEIGHT = 80;
const LOW_TILE_HEIGHT = 60;
const TILE_GAP = 8;
const TILE_RADIUS = 28;
/** Below this height, a page has two rows of lower tiles. */
const LOW_DP = 480;
/** Smallest width for two tiles side by side, at the normal font size. */
const TWO_COLUMNS_DP = 250;

/** Below this width, tile names need all the available room. */
const NARROW_DP = 340;

/**
 * Quick settings: the most used tiles. `expanded` shows all tiles by page, the brightness, and the buttons for the
 * settings and power.
 */
export function QuickSettings({ expanded }: { expanded: boolean }): ReactElement {
  const services = useServices();
  const { setShade } = useInternals();
  const strings = useSystemStrings();
  const screen = useScreen();
  // A tile may show any setting.
  useSystem((state) => state.settingsVersion);
  const takeScreenshot = (): void => {
    setShade("closed");
    services.takeScreenshot().catch((error: unknown) => services.log(`screenshot: ${String(error)}`));
  };
  const tiles = quickTiles({ services, strings, screen, takeScreenshot });
  const columns = screen.widthDp / screen.fontScale > TWO_COLUMNS_DP ? 2 : 1;
  const rows = screen.heightDp < LOW_DP ? 2 : 4;
  return (
    <View id="quick_settings_panel" style={{ gap: 10 }}>
      {expanded ? <BrightnessSlider /> : null}
      {expanded ? (
        <TilePages key={`${screen.widthDp} ${columns} ${rows}`} tiles={tiles} columns={columns} rows={rows} />
      ) : (
        <Tiles tiles={tiles.slice(0, 4)} columns={columns} />
      )}
      {expanded ? <Footer /> : null}
    </View>
  );
}

/** All tiles, a page at a time. A swipe turns the page. */
function TilePages(props: { tiles: readonly QuickTile[]; columns: 1 | 2; rows: number }): ReactElement {
  const { tiles, columns, rows } = props;
  const colors = useColors();
  const [page, setPage] = useState(0);
  const size = columns * rows;
  const pages = Array.from({ length: Math.ceil(tiles.length / size) }, (_, index) =>
    tiles.slice(index * size, (index + 1) * size),
  );
  const onScroll = (offsetPx: number, maxPx: number): void =>
    setPage(maxPx === 0 ? 0 : Math.round((offsetPx / maxPx) * (pages.length - 1)));
  return (
    <View style={{ gap: 4 }}>
      <Scroll horizontal paged id="tile_pages" onScroll={onScroll}>
        {pages.map((each) => (
          <View key={each[0]?.id} passThrough style={{ width: "100%" }}>
            <Tiles tiles={each} columns={columns} />
          </View>
        ))}
      </Scroll>
      <PageDots page={page} pages={pages.length} color={colors.onSurface} />
    </View>
  );
}

function Tiles({ tiles, columns }: { tiles: readonly QuickTile[]; columns: 1 | 2 }): ReactElement {
  return (
    <View passThrough style={{ gap: TILE_GAP }}>
      {rowsOf(tiles, columns).map(([left, right]) => (
        <View key={left.id} passThrough style={{ direction: "row", gap: TILE_GAP }}>
          <View passThrough style={{ grow: 1, basis: 0 }}>
            <Tile tile={left} />
          </View>
          {columns === 1 ? null : (
            <View passThrough style={{ grow: 1, basis: 0 }}>
              {right ? <Tile tile={right} /> : null}
            </View>
          )}
        </View>
      ))}
    </View>
  );
}

function rowsOf(tiles: readonly QuickTile[], columns: 1 | 2): [QuickTile, QuickTile | undefined][] {
  return tiles.flatMap((tile, index) =>
    index % columns === 0 ? [[tile, columns === 2 ? tiles[index + 1] : undefined]] : [],
  );
}

function Tile({ tile }: { tile: QuickTile }): ReactElement {
  const colors = useColors();
  const { widthDp, heightDp } = useScreen();
  const narrow = widthDp < NARROW_DP;
  const background = tile.on ? colors.primary : colors.surfaceHighest;
  const color = tile.on ? colors.onPrimary : colors.onSurface;
  return (
    <View
      id={`tile_${tile.id}`}
      label={`${tile.label}, ${tile.detail}`}
      {...(tile.action ? { role: "button" as const } : { checkable: true, checked: tile.on })}
      onPress={tile.onPress}
      rippleColor={color}
      style={{
        grow: 1,
        minHeight: heightDp < LOW_DP ? LOW_TILE_HEIGHT : TILE_HEIGHT,
        paddingY: 8,
        radius: TILE_RADIUS,
        direction: "row",
        align: "center",
        gap: narrow ? 7 : 10,
        paddingLeft: narrow ? 10 : 14,
        paddingRight: narrow ? 4 : 8,
        background,
      }}
    >
      <Icon path={tile.icon} size={narrow ? 20 : 24} color={color} passThrough />
      <View passThrough style={{ grow: 1, basis: 0 }}>
        <Text text={{ ...TYPE.label, lineHeight: 18, letterSpacing: 0 }} color={color} maxLines={2} passThrough>
          {tile.label}
        </Text>
        <Text
          text={{ ...TYPE.bodySmall, letterSpacing: 0.1 }}
          color={tile.on ? colors.onPrimary : colors.onSurfaceVariant}
          maxLines={1}
          passThrough
        >
          {tile.detail}
        </Text>
      </View>
    </View>
  );
}

/** Sets the brightness of the panel; screenshots and frames do not show it. */
function BrightnessSlider(): ReactElement {
  const colors = useColors();
  const { settings } = useServices();
  const strings = useSystemStrings();
  const stored = useNumberSetting("system", "screen_brightness", { fallback: BRIGHTEST, min: 0, max: BRIGHTEST });
  const [dragged, setDragged] = useState<number>();
  const node = useRef<UiNode>(null);
  const part = (dragged ?? stored) / BRIGHTEST;
  const drag = (event: DragEvent): void => {
    const bounds = node.current?.bounds;
    if (!bounds) return;
    const reached = (event.xPx - bounds.left) / (bounds.right - bounds.left);
    const value = Math.round(Math.max(0.02, Math.min(1, reached)) * BRIGHTEST);
    settings.put("system", "screen_brightness", `${value}`);
    setDragged(event.phase === "end" || event.phase === "cancel" ? undefined : value);
  };
  return (
    <View
      ref={node}
      id="brightness_slider"
      role="slider"
      label={`${strings.brightness}, ${Math.round(part * 100)}%`}
      onDrag={drag}
      dragAxis="x"
      style={{ height: 52, radius: 26, clip: true, background: colors.surfaceHighest, marginBottom: 2 }}
    >
      <View
        passThrough
        style={{
          height: 52,
          width: `${Math.max(15, part * 100)}%`,
          radius: 26,
          background: colors.primary,
          direction: "row",
          align: "center",
          justify: "end",
          paddingRight: 14,
        }}
      >
        <Icon path={mdiBrightness6} size={22} color={colors.onPrimary} passThrough />
      </View>
    </View>
  );
}

function Footer(): ReactElement {
  const services = useServices();
  const { sleep } = useInternals();
  const colors = useColors();
  const strings = useSystemStrings();
  const name = useSetting("global", "device_name") ?? "";
  const round = { width: 44, height: 44, radius: 22, align: "center", justify: "center" } as const;
  return (
    <View style={{ direction: "row", align: "center", gap: 8, paddingLeft: 8, marginTop: 2 }}>
      <Text
        id="device_name"
        text={TYPE.body}
        color={colors.onSurfaceVariant}
        maxLines={1}
        style={{ grow: 1, basis: 0 }}
      >
        {name}
      </Text>
      <View
        id="settings_button"
        role="button"
        label={strings.settings}
        onPress={() => services.startAppFor({ action: "android.settings.SETTINGS" })}
        rippleColor={colors.onSurface}
        style={{ ...round, background: colors.surfaceHighest }}
      >
        <Icon path={mdiCogOutline} size={21} color={colors.onSurface} passThrough />
      </View>
      <View
        id="power_button"
        role="button"
        label={strings.lock}
        onPress={sleep}
        rippleColor={colors.onPrimary}
        style={{ ...round, background: colors.primary }}
      >
        <Icon path={mdiPower} size={21} color={colors.onPrimary} passThrough />
      </View>
    </View>
  );
}
