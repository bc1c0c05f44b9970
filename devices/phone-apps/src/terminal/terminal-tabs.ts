import type { TerminalSize } from "@terrarium/phone-system/terminal-session";
import type { SystemServices } from "@terrarium/phone-ui/services/app";
import { TerminalTab } from "./terminal-tab.ts";

interface TabsState {
  tabs: readonly [TerminalTab, ...TerminalTab[]];
  selected: TerminalTab;
}

const MAX_TABS = 8;

/** The open shells. There is always at least one. */
export class TerminalTabs {
  readonly #services: SystemServices;
  readonly #listeners = new Set<() => void>();
  #opened = 0;
  #state: TabsState;

  constructor(services: SystemServices, size: TerminalSize) {
    this.#services = services;
    const tab = this.#create(size);
    this.#state = { tabs: [tab], selected: tab };
  }

  readonly get = (): TabsState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  select(number: number): void {
    const { tabs } = this.#state;
    this.#set({ tabs, selected: tabs.find((tab) => tab.number === number) ?? tabs[0] });
  }

  /** Opens a shell. Does nothing at the limit of open shells. */
  open(size: TerminalSize): void {
    const { tabs } = this.#state;
    if (tabs.length >= MAX_TABS) return;
    const tab = this.#create(size);
    this.#set({ tabs: [...tabs, tab], selected: tab });
  }

  /** Closes a shell. Closing the last one opens a new one. */
  close(number: number, size: TerminalSize): void {
    const { tabs, selected } = this.#state;
    const [first = this.#create(size), ...rest] = tabs.filter((tab) => tab.number !== number);
    this.#set({ tabs: [first, ...rest], selected: selected.number === number ? (rest.at(-1) ?? first) : selected });
    tabs.find((tab) => tab.number === number)?.close();
  }

  dispose(): void {
    this.#listeners.clear();
    for (const tab of this.#state.tabs) tab.close();
  }

  #create(size: TerminalSize): TerminalTab {
    return new TerminalTab(++this.#opened, this.#services, size);
  }

  #set(state: TabsState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
