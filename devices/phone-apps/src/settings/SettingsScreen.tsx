import type { Intent } from "@terrarium/phone-system/system-ui";
import { View } from "@terrarium/phone-ui/render/elements";
import { useBack, useIntent, useScreen } from "@terrarium/phone-ui/services/services";
import { OverlayHost } from "@terrarium/phone-ui/widgets/Overlay.tsx";
import { useCallback, useState, type ReactElement } from "react";
import { HomePage } from "./HomePage.tsx";
import { AboutPage } from "./pages/AboutPage.tsx";
import { AccessibilityPage } from "./pages/AccessibilityPage.tsx";
import { AppInfoPage } from "./pages/AppInfoPage.tsx";
import { AppsPage } from "./pages/AppsPage.tsx";
import { BatteryPage } from "./pages/BatteryPage.tsx";
import { BluetoothPage } from "./pages/BluetoothPage.tsx";
import { DeveloperPage } from "./pages/DeveloperPage.tsx";
import { DisplayPage } from "./pages/DisplayPage.tsx";
import { HistoryPage } from "./pages/HistoryPage.tsx";
import { LanguagePage } from "./pages/LanguagePage.tsx";
import { LocationPage } from "./pages/LocationPage.tsx";
import { NetworkPage } from "./pages/NetworkPage.tsx";
import { NotificationsPage } from "./pages/NotificationsPage.tsx";
import { SecurityPage } from "./pages/SecurityPage.tsx";
import { SoundPage } from "./pages/SoundPage.tsx";
import { StoragePage } from "./pages/StoragePage.tsx";
import { WifiPage } from "./pages/WifiPage.tsx";
import { PAGE_GROUPS, routeOf, type PageProps, type Route } from "./routes.ts";

/** Smallest screen width in dp for the list of pages beside the open page. */
const TWO_PANES = 840;

export function SettingsScreen(): ReactElement {
  const { widthDp } = useScreen();
  const [stack, setStack] = useStack();
  const top = stack.at(-1);
  const close = useCallback(() => setStack((current) => current.slice(0, -1)), [setStack]);
  useBack(top === undefined ? undefined : close);
  const open = (route: Route): void => setStack((current) => [...current, route]);
  const wide = widthDp >= TWO_PANES;
  const shown = top ?? (wide ? PAGE_GROUPS[0][0] : undefined);
  const whole = { grow: 1, basis: 0 } as const;
  const leads = wide ? stack.length > 1 : stack.length > 0;
  // The home page stays mounted, so that its scroll position is kept. Both pages stay mounted when the screen rotates.
  return (
    <OverlayHost>
      <View style={{ ...whole, direction: "row" }}>
        <View key="home" style={wide ? { width: 360 } : { ...whole, hidden: top !== undefined }}>
          <HomePage
            {...(wide && shown !== undefined ? { selected: shown } : {})}
            onOpen={(page) => (wide ? setStack(() => [page]) : open(page))}
          />
        </View>
        {shown === undefined ? null : (
          <View
            key={routeKey(shown)}
            style={whole}
            {...(wide ? {} : { enter: { durationMs: 180, opacity: 0, translateX: 32 } })}
          >
            <RoutePage route={shown} onOpen={open} {...(leads ? { onBack: close } : {})} />
          </View>
        )}
      </View>
    </OverlayHost>
  );
}

/** Returns the stack of opened pages. A new intent resets it. */
function useStack(): [readonly Route[], (change: (stack: readonly Route[]) => readonly Route[]) => void] {
  const intent = useIntent();
  const [state, setState] = useState<{ intent: Intent | undefined; stack: readonly Route[] }>({
    intent: undefined,
    stack: [],
  });
  if (intent !== undefined && intent !== state.intent) {
    const route = routeOf(intent);
    setState({ intent, stack: route === undefined ? [] : [route] });
  }
  const change = useCallback(
    (next: (stack: readonly Route[]) => readonly Route[]) =>
      setState((current) => ({ ...current, stack: next(current.stack) })),
    [],
  );
  return [state.stack, change];
}

function routeKey(route: Route): string {
  return typeof route === "string" ? route : route.app;
}

function RoutePage({ route, onOpen, ...back }: PageProps & { route: Route }): ReactElement {
  if (typeof route === "object") return <AppInfoPage packageName={route.app} {...back} />;
  switch (route) {
    case "network":
      return <NetworkPage {...back} onOpen={onOpen} />;
    case "wifi":
      return <WifiPage {...back} />;
    case "bluetooth":
      return <BluetoothPage {...back} />;
    case "apps":
      return <AppsPage {...back} onOpen={onOpen} />;
    case "notifications":
      return <NotificationsPage {...back} onOpen={onOpen} />;
    case "history":
      return <HistoryPage {...back} />;
    case "battery":
      return <BatteryPage {...back} />;
    case "storage":
      return <StoragePage {...back} />;
    case "sound":
      return <SoundPage {...back} />;
    case "display":
      return <DisplayPage {...back} />;
    case "accessibility":
      return <AccessibilityPage {...back} />;
    case "security":
      return <SecurityPage {...back} />;
    case "location":
      return <LocationPage {...back} />;
    case "language":
      return <LanguagePage {...back} />;
    case "about":
      return <AboutPage {...back} />;
    case "developer":
      return <DeveloperPage {...back} />;
  }
}
