import { mdiMagnify } from "@mdi/js";
import { useCallback, useMemo, useRef, useState, useSyncExternalStore, type ReactElement } from "react";
import { launcher } from "../../../apps/apps.ts";
import { Icon, Text, View } from "../../render/elements.ts";
import type { DragEvent, UiNode } from "../../render/node.ts";
import { type } from "../../theme.ts";
import { formatDate, formatTime } from "../format-clock.ts";
import { useInternals } from "../internals.ts";
import { useButtonNavigation, buttonBarHeight } from "../NavigationBar.tsx";
import { useColors, useScreen, useServices, useSetting, useSystem } from "../services.ts";
import { navigationHeight, statusBarHeight } from "../StatusBar.tsx";
import { useLocale } from "../strings.ts";
import { useSystemStrings } from "../system-strings.ts";
import { FolderView } from "./FolderView.tsx";
import { keyOf, type HomeItem } from "./home-layout.ts";
import { measureHome, pagesOf, type HomeMeasure } from "./home-measure.ts";
import { HomeStore } from "./home-store.ts";
import { HomeIcon, ItemPicture } from "./HomeIcon.tsx";
import { IconMenu } from "./IconMenu.tsx";
import { useIconDrag, type IconDrag } from "./use-icon-drag.ts";

const fill = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;
const swipeDp = 44;
const slideMs = 220;

/** Clock, search and apps on the wallpaper, on as many pages as the apps need. */
export function HomeScreen(): ReactElement {
  const services = useServices();
  const store = useMemo(() => new HomeStore(services.dataDir, services.log), [services]);
  const layout = useSyncExternalStore(store.subscribe, store.get);
  const { widthDp, heightDp } = useScreen();
  const bar = useButtonNavigation() ? buttonBarHeight : navigationHeight;
  const hidden = useSystem((state) => state.front !== undefined || state.searching !== false);
  const closing = useSystem((state) => state.closing !== undefined);
  const { windows } = useInternals();
  const register = useCallback(
    (node: UiNode | null) => {
      if (node) windows.set(launcher.packageName, node);
      else windows.delete(launcher.packageName);
    },
    [windows],
  );
  const [openFolder, setOpenFolder] = useState<string>();
  const [held, setHeld] = useState<{ packageName: string; anchor: UiNode }>();
  const onHeld = (item: HomeItem, anchor: UiNode | undefined): void => {
    if (item.kind === "app" && anchor) setHeld({ packageName: item.packageName, anchor });
  };
  // HOME closes what is open.
  const homeCount = useSystem((state) => state.homeCount);
  const [seenCount, setSeenCount] = useState(homeCount);
  if (homeCount !== seenCount) {
    setSeenCount(homeCount);
    setOpenFolder(undefined);
    setHeld(undefined);
  }
  const drag = useIconDrag(store, onHeld);
  const { lifted, floating } = drag;
  const measure = measureHome(widthDp, heightDp, bar);
  const pages = pagesOf(layout.items, measure);
  const { page, row, drag: turnPage } = usePager(pages.length);
  const folder = [...layout.dock, ...layout.items].find((item) => item.kind === "folder" && item.id === openFolder);
  const open = (item: HomeItem): void => {
    if (item.kind === "app") services.startApp(item.packageName);
    else setOpenFolder(item.id);
  };
  return (
    <View
      style={{ ...fill, hidden, paddingTop: statusBarHeight, paddingBottom: bar }}
      onDrag={turnPage}
      packageName="com.terrarium.launcher"
      id="launcher"
      // Behind an app that goes to its icon it comes in with that.
      {...(closing ? {} : { enter: { durationMs: 240, scale: 1.06, opacity: 0.2 } })}
      ref={register}
    >
      <View passThrough ref={row} style={{ grow: 1, direction: "row", left: -page * widthDp }}>
        {pages.map((items, index) => (
          <View key={pageKey(items)} id="workspace" passThrough style={{ width: widthDp, justify: "between" }}>
            {index === 0 ? <Header measure={measure} /> : <View style={{ height: measure.topGap }} />}
            <Grid
              items={items}
              from={pages.slice(0, index).flat().length}
              measure={measure}
              drag={drag}
              onOpen={open}
            />
            {index === 0 ? null : <View passThrough style={{ grow: 1 }} />}
          </View>
        ))}
      </View>
      <PageDots page={page} pages={pages.length} />
      <Dock items={layout.dock} measure={measure} drag={drag} onOpen={open} />
      {lifted ? (
        <View passThrough inert style={{ ...fill, align: "center", justify: "center" }}>
          <View passThrough ref={floating}>
            <ItemPicture item={lifted.item} size={measure.iconSize} />
          </View>
        </View>
      ) : null}
      {folder?.kind === "folder" ? (
        <FolderView folder={folder} store={store} onClose={() => setOpenFolder(undefined)} />
      ) : null}
      {held ? <IconMenu {...held} onClose={() => setHeld(undefined)} /> : null}
    </View>
  );
}

function pageKey([first]: readonly HomeItem[]): string {
  return first ? keyOf(first) : "empty";
}

/** Sideways between pages; up to all apps, down to the notifications. */
function usePager(pages: number): {
  page: number;
  row: { current: UiNode | null };
  drag: (event: DragEvent) => void;
} {
  const { store } = useServices();
  const { stage, setShade } = useInternals();
  const homeCount = useSystem((state) => state.homeCount);
  // HOME leads to the first page.
  const [{ chosen, since }, setTurned] = useState({ chosen: 0, since: homeCount });
  const row = useRef<UiNode>(null);
  const axis = useRef<"x" | "y">("y");
  const page = since === homeCount ? Math.min(chosen, pages - 1) : 0;
  const slide = (dx: number): void => {
    if (!row.current) return;
    stage.setMotion(row.current, dx === 0 ? undefined : { opacity: 1, scale: 1, translateXPx: dx, translateYPx: 0 });
  };
  const drag = (event: DragEvent): void => {
    const { dxPx: dx, dyPx: dy } = event;
    if (event.phase === "start") axis.current = Math.abs(dx) > Math.abs(dy) ? "x" : "y";
    if (axis.current === "y") {
      if (event.phase !== "end") return;
      if (dy < -swipeDp * stage.scale) store.set({ searching: "apps" });
      else if (dy > swipeDp * stage.scale) setShade("notifications");
      return;
    }
    const beyond = (dx > 0 && page === 0) || (dx < 0 && page === pages - 1);
    if (event.phase === "start" || event.phase === "move") return slide(beyond ? dx * 0.25 : dx);
    const turns = event.phase === "end" && !beyond && Math.abs(dx) > swipeDp * stage.scale;
    const next = turns ? page - Math.sign(dx) : page;
    const from = (beyond ? dx * 0.25 : dx) + (next - page) * stage.widthPx;
    setTurned({ chosen: next, since: homeCount });
    stage.animate(slideMs, (progress) => slide(from * (1 - progress) ** 3));
  };
  return { page, row, drag };
}

function Header({ measure }: { measure: HomeMeasure }): ReactElement {
  const colors = useColors();
  const locale = useLocale();
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
          text={{ ...type.titleMedium, weight: 400, textAlign, fixed: true }}
          color={colors.onWallpaperMuted}
          style={{ marginTop: 6, marginLeft: centred ? 0 : 4 }}
          passThrough
        >
          {formatDate(minuteMs, locale)}
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
          <Text text={{ ...type.bodyLarge, fixed: true }} color={colors.onWallpaperMuted} passThrough>
            {strings.searchApps}
          </Text>
        </View>
      </View>
    </View>
  );
}

interface IconsProps {
  items: readonly HomeItem[];
  measure: HomeMeasure;
  drag: IconDrag;
  onOpen: (item: HomeItem) => void;
}

function Grid({ items, from, measure, drag, onOpen }: IconsProps & { from: number }): ReactElement {
  return (
    <View passThrough style={{ direction: "row", wrap: true, paddingX: measure.sideGap }}>
      {items.map((item, index) => (
        <PlacedIcon key={keyOf(item)} item={item} area="items" index={from + index} {...{ measure, drag, onOpen }} />
      ))}
    </View>
  );
}

function Dock({ items, measure, drag, onOpen }: IconsProps): ReactElement {
  return (
    <View
      ref={(node) => drag.dock(node)}
      id="hotseat"
      passThrough
      style={{ direction: "row", justify: "center", minHeight: measure.cellHeight, paddingX: measure.sideGap }}
    >
      {items.map((item, index) => (
        <PlacedIcon key={keyOf(item)} item={item} area="dock" index={index} {...{ measure, drag, onOpen }} />
      ))}
    </View>
  );
}

function PlacedIcon(
  props: Omit<IconsProps, "items"> & { item: HomeItem; area: "dock" | "items"; index: number },
): ReactElement {
  const { item, area, index, measure, drag, onOpen } = props;
  const colors = useColors();
  const place = { area, index };
  const { target, lifted } = drag;
  return (
    <HomeIcon
      item={item}
      nodeRef={drag.cell(item, place)}
      width={area === "dock" ? measure.dockCellWidth : measure.cellWidth}
      size={measure.iconSize}
      color={colors.onWallpaper}
      onPress={() => onOpen(item)}
      onDrag={(event) => drag.drag(item, place, event)}
      lifted={lifted !== undefined && keyOf(lifted.item) === keyOf(item)}
      target={target?.how === "into" && target.area === area && target.index === index}
    />
  );
}

/** Which page is shown, where there are several. */
function PageDots({ page, pages }: { page: number; pages: number }): ReactElement {
  const colors = useColors();
  const strings = useSystemStrings();
  return (
    <View
      passThrough
      {...(pages > 1 ? { label: strings.page(page + 1, pages), id: "page_indicator" } : {})}
      style={{ direction: "row", justify: "center", align: "center", gap: 8, height: 16 }}
    >
      {pages === 1
        ? null
        : Array.from({ length: pages }, (_, index) => (
            <View
              key={index}
              passThrough
              style={{
                width: 6,
                height: 6,
                radius: 3,
                background: colors.onWallpaper,
                opacity: index === page ? 1 : 0.4,
              }}
            />
          ))}
    </View>
  );
}
