import { useCallback, useLayoutEffect, useMemo, type ReactElement } from "react";
import { View } from "../render/elements.ts";
import type { UiNode } from "../render/node.ts";
import type { App } from "../services/app.ts";
import { BUTTON_BAR_HEIGHT, NAVIGATION_HEIGHT, STATUS_BAR_HEIGHT, useButtonNavigation } from "../services/bars.ts";
import { keyboardHeight } from "../services/key-sizes.ts";
import { LAUNCHER } from "../services/launcher.ts";
import { PackageContext, useColors, useScreen, useServices, useSystem } from "../services/services.ts";
import { CrashBoundary } from "./CrashBoundary.tsx";
import { HeadsUp } from "./HeadsUp.tsx";
import { AppDrawer } from "./home/AppDrawer.tsx";
import { HomeScreen } from "./home/HomeScreen.tsx";
import { useInternals } from "./internals.ts";
import { OnScreenKeyboard } from "./keyboard/OnScreenKeyboard.tsx";
import { LockScreen } from "./lock/LockScreen.tsx";
import { NavigationBar } from "./NavigationBar.tsx";
import { BackArrow, Darkness, TouchOverlays } from "./Overlays.tsx";
import { Recents } from "./recents/Recents.tsx";
import { Shade } from "./shade/Shade.tsx";
import { StatusBar, useForeground } from "./StatusBar.tsx";
import { SystemPart } from "./SystemPart.tsx";
import { TextActions } from "./TextActions.tsx";
import { Toast } from "./Toast.tsx";
import { VolumePanel } from "./VolumePanel.tsx";
import { Wallpaper } from "./Wallpaper.tsx";

const OPEN_MS = 380;
const FILL = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;

/** All parts of the screen, from the lowest to the highest. */
export function SystemShell(): ReactElement {
  const services = useServices();
  const { heightDp } = useScreen();
  const running = useSystem((state) => state.running);
  const keyboard = useSystem((state) => state.keyboard);
  const covered = useSystem((state) => !state.recents && !state.lifting && state.front !== undefined);
  const foreground = useForeground();
  // Without a keyboard, content extends beneath the navigation pill; a button bar reduces its height.
  const barInset = useButtonNavigation() ? BUTTON_BAR_HEIGHT - NAVIGATION_HEIGHT : 0;
  const bottomInset = keyboard ? keyboardHeight(heightDp, keyboard) + barInset : barInset;
  return (
    <View style={FILL}>
      <SystemPart name="the wallpaper">
        <Wallpaper hidden={covered} />
      </SystemPart>
      <SystemPart name="the home screen">
        <HomeScreen />
      </SystemPart>
      <SystemPart name="the list of all apps">
        <AppDrawer bottomInset={bottomInset} />
      </SystemPart>
      {services.apps
        .filter((app) => running.includes(app.packageName))
        .map((app) => (
          <SystemPart key={app.packageName} name={`the window of ${app.packageName}`}>
            <AppWindow app={app} bottomInset={bottomInset} />
          </SystemPart>
        ))}
      <SystemPart name="the recent apps">
        <Recents />
      </SystemPart>
      <SystemPart name="the keyboard">
        {keyboard ? <OnScreenKeyboard mode={keyboard} bottomInset={barInset} /> : null}
      </SystemPart>
      <SystemPart name="the status bar">
        <StatusBar color={foreground} />
      </SystemPart>
      <SystemPart name="the text actions">
        <TextActions />
      </SystemPart>
      <SystemPart name="the urgent notification">
        <HeadsUp />
      </SystemPart>
      <SystemPart name="the shade">
        <Shade />
      </SystemPart>
      <SystemPart name="the lock screen">
        <LockScreen />
      </SystemPart>
      <SystemPart name="the navigation bar">
        <NavigationBar color={foreground} />
      </SystemPart>
      <SystemPart name="the transients">
        <BackArrow />
        <VolumePanel />
        <Toast />
        <TouchOverlays />
      </SystemPart>
      <SystemPart name="the darkness">
        <Darkness />
      </SystemPart>
    </View>
  );
}

/** Returns whether the app is closing, and animates its window to its icon. */
function useClosing(packageName: string): boolean {
  const { windows, flights } = useInternals();
  const { store, run } = useServices();
  const closing = useSystem((state) => state.closing === packageName);
  useLayoutEffect(() => {
    const window = windows.get(packageName);
    if (!closing || !window) return undefined;
    const done = (): void => run(() => store.set({ closing: undefined }));
    return flights.close(packageName, window, windows.get(LAUNCHER.packageName), done);
  }, [closing, flights, packageName, run, store, windows]);
  return closing;
}

/** An app between the bars. It keeps its state while another app is in front. */
function AppWindow({ app, bottomInset }: { app: App; bottomInset: number }): ReactElement {
  const colors = useColors();
  const { windows, flights } = useInternals();
  const { packageName } = app;
  const services = useServices();
  const closing = useClosing(packageName);
  const hidden = useSystem((state) => state.front !== packageName || state.recents) && !closing;
  const enter = useMemo(
    () => ({ kind: "transition" as const, durationMs: OPEN_MS, at: flights.opening(packageName) }),
    [flights, packageName],
  );
  const register = useCallback(
    (node: UiNode | null) => {
      if (node) windows.set(packageName, node);
      else windows.delete(packageName);
    },
    [windows, packageName],
  );
  return (
    <View
      ref={register}
      packageName={packageName}
      enter={enter}
      inert={closing}
      style={{
        ...FILL,
        hidden,
        background: colors.surface,
        paddingTop: STATUS_BAR_HEIGHT,
        paddingBottom: hidden ? 0 : bottomInset,
      }}
    >
      <PackageContext value={packageName}>
        <CrashBoundary onCrash={(error) => services.reportCrash(packageName, error)}>
          <app.Screen />
        </CrashBoundary>
      </PackageContext>
    </View>
  );
}
