import { useCallback, useMemo, useState, useSyncExternalStore, type ReactElement } from "react";
import { View } from "../../render/elements.ts";
import type { UiNode } from "../../render/node.ts";
import { BUTTON_BAR_HEIGHT, NAVIGATION_HEIGHT, STATUS_BAR_HEIGHT, useButtonNavigation } from "../../services/bars.ts";
import { LAUNCHER } from "../../services/launcher.ts";
import { useColors, useScreen, useServices, useSystem } from "../../services/services.ts";
import { useInternals } from "../internals.ts";
import { useSystemStrings } from "../system-strings.ts";
import { FolderView } from "./FolderView.tsx";
import { keyOf, type HomeItem } from "./home-layout.ts";
import { measureHome, pagesOf } from "./home-measure.ts";
import { HomeStore } from "./home-store.ts";
import { HomeHeader } from "./HomeHeader.tsx";
import { ItemPicture } from "./HomeIcon.tsx";
import { Dock, Grid } from "./HomeIcons.tsx";
import { HomeSheet } from "./HomeSheet.tsx";
import { IconMenu } from "./IconMenu.tsx";
import { PageDots } from "./PageDots.tsx";
import { useIconDrag } from "./use-icon-drag.ts";
import { usePager } from "./use-pager.ts";

const FILL = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;

/** Clock, search and apps over the wallpaper, on as many pages as the apps need. */
export function HomeScreen(): ReactElement {
  const services = useServices();
  const strings = useSystemStrings();
  const store = useMemo(() => new HomeStore(services.apps, services.dataDir, services.log), [services]);
  const layout = useSyncExternalStore(store.subscribe, store.get);
  const { widthDp, heightDp } = useScreen();
  const colors = useColors();
  const bar = useButtonNavigation() ? BUTTON_BAR_HEIGHT : NAVIGATION_HEIGHT;
  const hidden = useSystem((state) => state.front !== undefined);
  const closing = useSystem((state) => state.closing !== undefined);
  const { windows } = useInternals();
  const register = useCallback(
    (node: UiNode | null) => {
      if (node) windows.set(LAUNCHER.packageName, node);
      else windows.delete(LAUNCHER.packageName);
    },
    [windows],
  );
  const [openFolder, setOpenFolder] = useState<string>();
  const [held, setHeld] = useState<{ packageName: string; anchor: UiNode }>();
  const onHeld = (item: HomeItem, anchor: UiNode | undefined): void => {
    if (item.kind === "app" && anchor) setHeld({ packageName: item.packageName, anchor });
  };
  const [styling, setStyling] = useState(false);
  // HOME closes an open folder, menu or sheet.
  const homeCount = useSystem((state) => state.homeCount);
  const [seenCount, setSeenCount] = useState(homeCount);
  if (homeCount !== seenCount) {
    setSeenCount(homeCount);
    setOpenFolder(undefined);
    setHeld(undefined);
    setStyling(false);
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
      style={{ ...FILL, hidden, paddingTop: STATUS_BAR_HEIGHT, paddingBottom: bar }}
      onDrag={turnPage}
      packageName="com.terrarium.launcher"
      id="launcher"
      // Behind a closing app, the animation of that app also moves the home screen.
      {...(closing ? {} : { enter: { kind: "transition", durationMs: 240, scale: 1.06, opacity: 0.2 } })}
      ref={register}
    >
      {/* Behind the icons and not around them, since a control around texts counts as their name. */}
      <View id="wallpaper" label={strings.homeScreen} onLongPress={() => setStyling(true)} style={FILL} />
      <View passThrough ref={row} style={{ grow: 1, direction: "row", left: -page * widthDp }}>
        {pages.map((items, index) => (
          <View key={pageKey(items)} id="workspace" passThrough style={{ width: widthDp, justify: "between" }}>
            {index === 0 ? <HomeHeader measure={measure} /> : <View passThrough style={{ height: measure.topGap }} />}
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
      <PageDots page={page} pages={pages.length} color={colors.onWallpaper} />
      <Dock items={layout.dock} measure={measure} drag={drag} onOpen={open} />
      {lifted ? (
        <View passThrough inert style={{ ...FILL, align: "center", justify: "center" }}>
          <View passThrough ref={floating}>
            <ItemPicture item={lifted.item} size={measure.iconSize} />
          </View>
        </View>
      ) : null}
      {folder?.kind === "folder" ? (
        <FolderView folder={folder} store={store} onClose={() => setOpenFolder(undefined)} />
      ) : null}
      {held ? <IconMenu {...held} onClose={() => setHeld(undefined)} /> : null}
      {styling ? <HomeSheet onClose={() => setStyling(false)} /> : null}
    </View>
  );
}

function pageKey([first]: readonly HomeItem[]): string {
  return first ? keyOf(first) : "empty";
}
