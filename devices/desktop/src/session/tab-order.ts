/** The order in which a browser's tabs opened. DevTools list the most recently used first, and no positions. */
export class TabOrder {
  #known: readonly string[] = [];

  /** Returns the tabs in the order of opening. Unknown tabs are at the end, the front one last. */
  sorted<T extends { id: string }>(tabs: readonly T[]): T[] {
    const byId = new Map(tabs.map((tab) => [tab.id, tab]));
    const kept = this.#known.filter((id) => byId.has(id));
    const known = new Set(kept);
    const opened = tabs.flatMap(({ id }) => (known.has(id) ? [] : [id])).toReversed();
    this.#known = [...kept, ...opened];
    return this.#known.flatMap((id) => byId.get(id) ?? []);
  }
}
