import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from "react";
import { View } from "../../ui/render/elements.ts";
import { useBack, useIntent, useScreen, useServices } from "../../ui/system/services.ts";
import { useStrings } from "../../ui/system/strings.ts";
import { Menu } from "../../ui/widgets/Menu.tsx";
import { addressOf, historyAddress, homeAddress } from "./address.ts";
import { AddressBar } from "./AddressBar.tsx";
import { AddressEditor } from "./AddressEditor.tsx";
import { BrowserSession } from "./browser-session.ts";
import { BrowserStore } from "./browser-store.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { FindBar } from "./FindBar.tsx";
import { HistoryPage } from "./HistoryPage.tsx";
import { HomePage } from "./HomePage.tsx";
import { forgetMeasures } from "./page/measure.ts";
import { PageView, type PageMatches } from "./PageView.tsx";
import { strings } from "./strings.ts";
import { Toolbar, ToolbarButtons, type ToolbarProps } from "./Toolbar.tsx";

/** With less height than this the toolbar goes beside the address. */
const lowScreenDp = 480;

type Over = { kind: "menu" } | { kind: "link"; address: string } | undefined;

/** A window on the web and on the device's own pages. */
export function BrowserScreen(): ReactElement {
  const services = useServices();
  const texts = useStrings(strings);
  const { dataDir, log } = services;
  const store = useMemo(() => new BrowserStore(dataDir, log), [dataDir, log]);
  const session = useSession(store);
  const state = useSyncExternalStore(session.subscribe, session.get);
  const { bookmarks, visits } = useSyncExternalStore(store.subscribe, store.get);
  const [editing, setEditing] = useState(false);
  const [query, setQuery] = useState<string>();
  const [matches, setMatches] = useState<PageMatches>({ count: 0, at: 0 });
  const [over, setOver] = useState<Over>();
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
  const countMatches = useCallback((count: number) => setMatches({ count, at: 0 }), []);
  const intent = useIntent();
  useEffect(() => {
    const asked = intent?.dataUri ?? intent?.extras?.query;
    if (asked !== undefined) open(addressOf(asked));
    // Only when asked again, not when the language changes `open`.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [intent]);
  const back = useCallback(() => {
    if (editing) setEditing(false);
    else if (query !== undefined) setQuery(undefined);
    else session.move(-1);
  }, [editing, query, session]);
  useBack(editing || query !== undefined || state.canGoBack ? back : undefined);

  const bookmarked = store.isBookmarked(address);
  const toggleBookmark = (): void =>
    bookmarked ? store.removeBookmark(address) : store.addBookmark({ address, title: shown?.page.title || address });
  const copy = (text: string): void => {
    services.clipboard.set(text);
    services.showToast(texts.copied);
  };
  const closeOver = (): void => setOver(undefined);
  const isOwnPage = address.startsWith("about:");
  const low = useScreen().heightDp < lowScreenDp;
  const toolbar: ToolbarProps = {
    canGoBack: state.canGoBack,
    canGoForward: state.canGoForward,
    bookmarked,
    isPage: !isOwnPage,
    onBack: () => session.move(-1),
    onForward: () => session.move(1),
    onHome: () => open(homeAddress),
    onBookmark: toggleBookmark,
    onMore: () => setOver({ kind: "menu" }),
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
          onEdit={() => setEditing(true)}
          onReload={() => (state.loading ? session.stop() : session.reload())}
        >
          {low ? <ToolbarButtons {...toolbar} /> : null}
        </AddressBar>
      )}
      <View style={{ grow: 1, basis: 0 }}>
        {address === historyAddress ? (
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
            onHistory={() => open(historyAddress)}
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
            onHoldLink={(link) => setOver({ kind: "link", address: link })}
          />
        ) : null}
      </View>
      {query === undefined && low && !isOwnPage ? null : query === undefined ? (
        <Toolbar {...toolbar} />
      ) : (
        <FindBar
          query={query}
          matches={matches}
          onChange={setQuery}
          onMove={(by) => setMatches(({ count, at }) => ({ count, at: count === 0 ? 0 : (at + by + count) % count }))}
          onClose={() => setQuery(undefined)}
        />
      )}
      {over?.kind === "menu" ? (
        <Menu
          onDismiss={closeOver}
          place={{ right: 10, bottom: 72 }}
          items={[
            { id: "history", label: texts.history, onPress: () => open(historyAddress) },
            { id: "find", label: texts.find, disabled: !shown || isOwnPage, onPress: () => setQuery("") },
            { id: "reload", label: texts.reload, disabled: isOwnPage, onPress: () => session.reload() },
            { id: "copy_address", label: texts.copyAddress, disabled: isOwnPage, onPress: () => copy(address) },
          ]}
        />
      ) : null}
      {over?.kind === "link" ? (
        <Menu
          onDismiss={closeOver}
          place={{ right: 10, bottom: 72 }}
          items={[
            { id: "open_link", label: texts.openLink, onPress: () => open(over.address) },
            { id: "copy_link", label: texts.copyLink, onPress: () => copy(over.address) },
          ]}
        />
      ) : null}
    </View>
  );
}

function useSession(store: BrowserStore): BrowserSession {
  const services = useServices();
  const session = useMemo(
    () =>
      new BrowserSession({
        reach: () => ({
          egress: services.egress,
          files: services.files,
          offline:
            services.settings.get("global", "airplane_mode_on") === "1" ||
            services.settings.get("global", "wifi_on") === "0",
        }),
        onVisit: ({ address, title }) => store.addVisit({ address, title, timeMs: Date.now() }),
        run: (change) => services.run(change),
        log: services.log,
      }),
    [services, store],
  );
  useEffect(
    () => () => {
      session.close();
      forgetMeasures();
    },
    [session],
  );
  return session;
}
