import { wifiState } from "@terrarium/phone-system/wifi";
import { View } from "@terrarium/phone-ui/render/elements";
import type { SystemServices } from "@terrarium/phone-ui/services/app";
import { useBack, useIntent, useScreen, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from "react";
import { viewIntent } from "../file-intents.ts";
import { formatBytes } from "../format-bytes.ts";
import { addressOf, HISTORY_ADDRESS, HOME_ADDRESS } from "./address.ts";
import { AddressBar } from "./bars/AddressBar.tsx";
import { AddressEditor } from "./bars/AddressEditor.tsx";
import { BrowserMenus, type OpenMenu } from "./bars/BrowserMenus.tsx";
import { FindBar } from "./bars/FindBar.tsx";
import { Toolbar, ToolbarButtons, type ToolbarProps } from "./bars/Toolbar.tsx";
import type { Download } from "./network/save-download.ts";
import { ErrorPage } from "./pages/ErrorPage.tsx";
import { HistoryPage } from "./pages/HistoryPage.tsx";
import { HomePage } from "./pages/HomePage.tsx";
import { TabSwitcher } from "./pages/TabSwitcher.tsx";
import type { BrowserSession } from "./session/browser-session.ts";
import { BrowserStore } from "./session/browser-store.ts";
import { BrowserTabs } from "./session/browser-tabs.ts";
import type { CookieJar } from "./session/cookie-jar.ts";
import { lazyCookies, type OpenCookies } from "./session/open-cookies.ts";
import { BROWSER_STRINGS } from "./strings.ts";
import { PageView, type PageMatches } from "./view/PageView.tsx";

/** Smallest screen height in dp for a separate toolbar. On lower screens, the toolbar is beside the address. */
const LOW_SCREEN_DP = 480;

const PACKAGE_NAME = "com.terrarium.browser";

/** Shows web pages and pages of the device itself. */
export function BrowserScreen(): ReactElement {
  const services = useServices();
  const { dataDir, log } = services;
  const store = useMemo(() => new BrowserStore(dataDir, log), [dataDir, log]);
  const cookies = useMemo(() => lazyCookies(dataDir, log), [dataDir, log]);
  const tabs = useTabs(store, cookies);
  const state = useSyncExternalStore(tabs.subscribe, tabs.get);
  const [switching, setSwitching] = useState(false);
  const stay = useCallback(() => setSwitching(false), []);
  useBack(switching ? stay : undefined);
  if (switching)
    return (
      <TabSwitcher
        state={state}
        onSelect={(tab) => {
          tabs.select(tab);
          stay();
        }}
        onClose={(tab) => tabs.close(tab)}
        onNew={() => {
          tabs.open();
          stay();
        }}
        onCloseAll={() => {
          tabs.closeAll();
          stay();
        }}
        onBack={stay}
      />
    );
  return (
    <TabScreen
      key={state.active.id}
      session={state.active.session}
      tabs={tabs}
      store={store}
      cookies={cookies}
      onSwitch={() => setSwitching(true)}
    />
  );
}

/** Shows one tab and the bars around it. */
function TabScreen(props: {
  session: BrowserSession;
  tabs: BrowserTabs;
  store: BrowserStore;
  cookies: OpenCookies;
  onSwitch: () => void;
}): ReactElement {
  const { session, tabs, store, cookies } = props;
  const services = useServices();
  const texts = useStrings(BROWSER_STRINGS);
  const state = useSyncExternalStore(session.subscribe, session.get);
  const { bookmarks, visits } = useSyncExternalStore(store.subscribe, store.get);
  const [editing, setEditing] = useState(false);
  const [query, setQuery] = useState<string>();
  const [matches, setMatches] = useState<PageMatches>({ count: 0, at: 0 });
  const [menu, setMenu] = useState<OpenMenu>();
  const { address, shown, error } = state;

  const open = useCallback(
    (to: string, form?: string): void => {
      setEditing(false);
      setQuery(undefined);
      if (/^(https?|file|data|about):/i.test(to)) return session.open(to, form);
      const action = /^sms/i.test(to) ? "android.intent.action.SENDTO" : "android.intent.action.VIEW";
      if (!services.startActivity({ action, dataUri: to })) services.showToast(texts.noApp);
    },
    [session, services, texts],
  );
  useAskedFor(open);
  const countMatches = useCallback((count: number) => setMatches({ count, at: 0 }), []);
  const withCookies = (use: (jar: CookieJar) => void): void => {
    services.load(
      cookies().then(
        (jar) => services.run(() => use(jar)),
        (error: unknown) => services.log(`the browser could not open its cookies: ${String(error)}`),
      ),
    );
  };
  const back = useCallback(() => {
    if (editing) setEditing(false);
    else if (query !== undefined) setQuery(undefined);
    else session.move(-1);
  }, [editing, query, session]);
  useBack(editing || query !== undefined || state.canGoBack ? back : undefined);

  const bookmarked = store.isBookmarked(address);
  const isOwnPage = address.startsWith("about:");
  const low = useScreen().heightDp < LOW_SCREEN_DP;
  const typing = useSystem((now) => now.keyboard !== undefined);
  const toolbar: ToolbarProps = {
    canGoBack: state.canGoBack,
    canGoForward: state.canGoForward,
    bookmarked,
    isPage: !isOwnPage,
    tabs: tabs.get().tabs.length,
    onBack: () => session.move(-1),
    onForward: () => session.move(1),
    onHome: () => open(HOME_ADDRESS),
    onBookmark: () => {
      if (bookmarked) store.removeBookmark(address);
      else store.addBookmark({ address, title: state.title || address });
    },
    onTabs: props.onSwitch,
    onMore: () => setMenu({ kind: "main" }),
  };
  if (editing)
    return (
      <AddressEditor
        address={isOwnPage ? "" : address}
        known={[...bookmarks, ...visits]}
        onOpen={(typed) => open(addressOf(typed))}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <View style={{ grow: 1 }}>
      {isOwnPage ? null : (
        <AddressBar
          address={address}
          loading={state.loading}
          failed={error !== undefined}
          onEdit={() => setEditing(true)}
          onInfo={() => withCookies((jar) => setMenu({ kind: "info", cookies: jar.count(new URL(address).hostname) }))}
          onReload={() => (state.loading ? session.stop() : session.reload())}
        >
          {low ? <ToolbarButtons {...toolbar} /> : null}
        </AddressBar>
      )}
      <View style={{ grow: 1, basis: 0 }}>
        {address === HISTORY_ADDRESS ? (
          <HistoryPage
            visits={visits}
            onOpen={open}
            onClear={() => {
              store.clearVisits();
              services.showToast(texts.cleared);
            }}
          />
        ) : isOwnPage ? (
          <HomePage
            bookmarks={bookmarks}
            visits={visits}
            onSearch={() => setEditing(true)}
            onOpen={open}
            onHistory={() => open(HISTORY_ADDRESS)}
          />
        ) : error ? (
          <ErrorPage error={error} onRetry={() => session.reload()} />
        ) : shown ? (
          <PageView
            key={shown.address}
            shown={shown}
            query={query}
            match={matches.at}
            onMatches={countMatches}
            onScroll={(offset) => session.noteScroll(offset)}
            onOpen={open}
            onHoldLink={(link) => setMenu({ kind: "link", address: link })}
          />
        ) : null}
      </View>
      {query === undefined ? (
        typing || (low && !isOwnPage) ? null : (
          <Toolbar {...toolbar} />
        )
      ) : (
        <FindBar
          query={query}
          matches={matches}
          onChange={setQuery}
          onMove={(by) => setMatches(({ count, at }) => ({ count, at: count === 0 ? 0 : (at + by + count) % count }))}
          onClose={() => setQuery(undefined)}
        />
      )}
      <BrowserMenus
        menu={menu}
        state={state}
        onOpen={open}
        onNewTab={(to) => tabs.open(to)}
        onFind={() => setQuery("")}
        onReload={() => session.reload()}
        onClearCookies={(host) => {
          setMenu(undefined);
          withCookies((jar) => {
            jar.clear(host);
            services.showToast(texts.cookiesCleared);
          });
        }}
        onDismiss={() => setMenu(undefined)}
      />
    </View>
  );
}

/** Opens the address in an intent from another app or the shell, once per intent. */
function useAskedFor(open: (address: string) => void): void {
  const intent = useIntent();
  useEffect(() => {
    const asked = intent?.dataUri ?? intent?.extras?.query;
    if (intent === undefined || asked === undefined || answered.has(intent)) return;
    answered.add(intent);
    open(addressOf(asked));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when asked again, not when the language changes `open`
  }, [intent]);
}

/** Handled intents. Without this set, a tab switch would open the address again. */
const answered = new WeakSet<object>();

function useTabs(store: BrowserStore, cookies: OpenCookies): BrowserTabs {
  const services = useServices();
  const texts = useStrings(BROWSER_STRINGS);
  const tabs = useMemo(
    () =>
      new BrowserTabs(store, {
        reach: async () => ({
          egress: services.egress,
          sockets: services.sockets,
          files: services.files,
          cookies: await cookies(),
          offline: isOffline(services),
        }),
        onVisit: ({ address, title }) => store.addVisit({ address, title, timeMs: services.clock.nowMs() }),
        onDownload: (download) => tellOfDownload(download, services, texts),
        run: (change) => services.run(change),
        load: (work) => services.load(work),
        clock: services.clock,
        log: services.log,
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the language at the start is that of the notices
    [services, store, cookies],
  );
  useEffect(
    () => () => {
      tabs.dispose();
    },
    [tabs],
  );
  return tabs;
}

function isOffline({ settings }: SystemServices): boolean {
  return !wifiState(settings).connected;
}

function tellOfDownload({ savedAt, bytes }: Download, services: SystemServices, texts: typeof BROWSER_STRINGS): void {
  const name = savedAt.split("/").at(-1) ?? savedAt;
  const text = texts.downloadedText(name, formatBytes(bytes));
  services.showToast(text);
  services.notify({
    packageName: PACKAGE_NAME,
    title: texts.downloaded,
    text,
    onOpen: () => {
      if (!services.startActivity(viewIntent(savedAt))) services.showToast(texts.noApp);
    },
  });
}
