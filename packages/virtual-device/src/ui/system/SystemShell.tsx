import type { SKRSContext2D } from "@napi-rs/canvas";
import { useMemo, type ReactElement } from "react";
import type { App } from "../../apps/app.ts";
import { apps } from "../../apps/apps.ts";
import { Draw, View } from "../render/elements.ts";
import { AppSearch } from "./AppSearch.tsx";
import { HomeScreen } from "./HomeScreen.tsx";
import { keyboardHeight, OnScreenKeyboard } from "./OnScreenKeyboard.tsx";
import { PackageContext, useColors, useScreen, useServices, useSystem } from "./services.ts";
import { NavigationPill, StatusBar, statusBarHeight, useForeground } from "./StatusBar.tsx";
import { drawWallpaper } from "./wallpaper.ts";

const fill = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;

/** Everything on the screen: wallpaper, home, the running apps, the keyboard, and the bars over them. */
export function SystemShell(): ReactElement {
  const services = useServices();
  const { store } = services;
  const { heightDp } = useScreen();
  const theme = useSystem((state) => state.theme);
  const running = useSystem((state) => state.running);
  const searching = useSystem((state) => state.searching);
  const keyboard = useSystem((state) => state.keyboard);
  const foreground = useForeground();
  // Without a keyboard, content goes on below the navigation pill.
  const bottomInset = keyboard ? keyboardHeight(heightDp) : 0;
  const wallpaper = useMemo(
    () => (context: SKRSContext2D, width: number, height: number) => drawWallpaper(context, width, height, theme),
    [theme],
  );
  const covered = useSystem((state) => state.front !== undefined || state.searching);
  return (
    <View style={fill}>
      <Draw style={{ ...fill, hidden: covered }} draw={wallpaper} />
      <HomeScreen onSearch={() => store.set({ searching: true })} />
      {searching ? <AppSearch bottomInset={bottomInset} onClose={() => store.set({ searching: false })} /> : null}
      {apps
        .filter((app) => running.includes(app.packageName))
        .map((app) => (
          <AppWindow key={app.packageName} app={app} bottomInset={bottomInset} />
        ))}
      {keyboard ? <OnScreenKeyboard enterAction={keyboard} /> : null}
      <StatusBar color={foreground} />
      <NavigationPill color={foreground} onHome={() => services.goHome()} />
    </View>
  );
}

/** An app between the bars. It stays as it is while another one is in front. */
function AppWindow({ app, bottomInset }: { app: App; bottomInset: number }): ReactElement {
  const colors = useColors();
  const hidden = useSystem((state) => state.front !== app.packageName);
  return (
    <View
      packageName={app.packageName}
      enter={{ durationMs: 220, opacity: 0, scale: 0.94, translateY: 20 }}
      style={{
        ...fill,
        hidden,
        background: colors.surface,
        paddingTop: statusBarHeight,
        paddingBottom: hidden ? 0 : bottomInset,
      }}
    >
      <PackageContext value={app.packageName}>
        <app.Screen />
      </PackageContext>
    </View>
  );
}
