import { HOME_ADDRESS } from "../address.ts";
import { BrowserSession, type SessionOptions } from "./browser-session.ts";
import type { BrowserStore } from "./browser-store.ts";

export interface BrowserTab {
  id: number;
  session: BrowserSession;
}

export interface TabsState {
  tabs: readonly BrowserTab[];
  active: BrowserTab;
}

/** Number of recently viewed tabs that keep their page in memory. */
const AWAKE_TABS = 3;
const MOST_TABS = 30;

/** The browser's tabs, restored after a restart. */
export class BrowserTabs {
  readonly #options: Omit<SessionOptions, "onMove">;
  readonly #store: BrowserStore;
  readonly #listeners = new Set<() => void>();
  /** Tabs, most recently viewed first. */
  #recent: BrowserTab[] = [];
  #nextId = 1;
  #state: TabsState;

  constructor(store: BrowserStore, options: Omit<SessionOptions, "onMove">) {
    this.#store = store;
    this.#options = options;
    const { tabs: kept, activeTab } = store.get();
    const tabs = (kept.length === 0 ? [undefined] : kept).map((start) => this.#create(start));
    const active = tabs[activeTab] ?? tabs[0] ?? this.#create();
    this.#state = { tabs, active };
    this.#recent = [active];
    active.session.wake();
  }

  readonly get = (): TabsState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens a new tab in front, with the page of `address` if given. Closes the oldest tab beyond the limit. */
  open(address?: string): void {
    const tab = this.#create();
    if (address !== undefined) tab.session.open(address);
    const { tabs } = this.#state;
    const [oldest] = tabs;
    const room = tabs.length >= MOST_TABS && oldest ? this.#without(oldest) : tabs;
    this.#show([...room, tab], tab);
  }

  select(tab: BrowserTab): void {
    this.#show(this.#state.tabs, tab);
  }

  /** Closes a tab. Closing the last one opens a new one, so that there is always one. */
  close(tab: BrowserTab): void {
    const { tabs, active } = this.#state;
    const index = tabs.indexOf(tab);
    const rest = this.#without(tab);
    const next = tab === active ? (rest[index] ?? rest.at(-1) ?? this.#create()) : active;
    this.#show(rest.length === 0 ? [next] : rest, next);
  }

  closeAll(): void {
    for (const tab of this.#state.tabs) tab.session.close();
    const tab = this.#create();
    this.#recent = [];
    this.#show([tab], tab);
  }

  dispose(): void {
    for (const { session } of this.#state.tabs) session.close();
    this.#listeners.clear();
  }

  #without(tab: BrowserTab): BrowserTab[] {
    tab.session.close();
    this.#recent = this.#recent.filter((each) => each !== tab);
    return this.#state.tabs.filter((each) => each !== tab);
  }

  #create(start?: { address: string; title: string }): BrowserTab {
    const session = new BrowserSession({ ...this.#options, onMove: () => this.#keep() }, start);
    return { id: this.#nextId++, session };
  }

  #show(tabs: readonly BrowserTab[], active: BrowserTab): void {
    this.#recent = [active, ...this.#recent.filter((each) => each !== active)];
    for (const { session } of this.#recent.splice(AWAKE_TABS)) session.sleep();
    this.#state = { tabs, active };
    active.session.wake();
    this.#keep();
    this.#options.run(() => {
      for (const listener of this.#listeners) listener();
    });
  }

  #keep(): void {
    const { tabs, active } = this.#state;
    const kept = tabs.map(({ session }) => {
      const { address, title } = session.get();
      // Addresses as long as a page are not stored.
      return address.length > 4000 ? { address: HOME_ADDRESS, title: "" } : { address, title };
    });
    this.#store.setTabs(kept, tabs.indexOf(active));
  }
}
