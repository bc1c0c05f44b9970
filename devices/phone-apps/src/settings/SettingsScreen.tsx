import type { Intent } from "@terrarium/phone-system/system-ui";
import { View } from "@terrarium/phone-ui/render/elements";
import { useBack, useIntent, useScreen } from "@terrarium/phone-ui/services/services";
import { OverlayHost } from "@terrarium/phone-ui/widgets/Overlay.tsx";
import { useCallback, useState, type ReactElement } from "react";
import { HomePage } from "./HomePage.tsx";
import { AboutPage } from "./pages/AboutPage.tsx";
import { AppInfoPage } from "./pages/AppInfoPage.tsx";
import { AppsPage } from "./pages/AppsPage.tsx";
import { DeveloperPage } from "./pages/DeveloperPage.tsx";
import { DisplayPage } from "./pages/DisplayPage.tsx";
import { LanguagePage } from "./pages/LanguagePage.tsx";
import { NetworkPage } from "./pages/NetworkPage.tsx";
import { StoragePage } from "./pages/StoragePage.tsx";
import { PAGE_NAMES, routeOf, type Route } from "./routes.ts";

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
  const shown = top ?? (wide ? PAGE_NAMES[0] : undefined);
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

function RoutePage(props: { route: Route; onOpen: (route: Route) => void; onBack?: () => void }): ReactElement {
  const { route, onOpen, ...back } = props;
  if (typeof route === "object") return <AppInfoPage packageName={route.app} {...back} />;
  switch (route) {
    case "network":
      return <NetworkPage {...back} />;
    case "apps":
      return <AppsPage {...back} onOpen={(app) => onOpen({ app })} />;
    case "storage":
      return <StoragePage {...back} />;
    case "display":
      return <DisplayPage {...back} />;
    case "language":
      return <LanguagePage {...back} />;
    case "about":
      return <AboutPage {...back} />;
    case "developer":
      return <DeveloperPage {...back} />;
  }
}
