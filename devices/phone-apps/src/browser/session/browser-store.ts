import { join } from "node:path";
import { cutText } from "@terrarium/bounds/cut-text";
import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { appFolder } from "../../app-folder.ts";

const bookmarkSchema = z.object({ address: z.string(), title: z.string() });
const visitSchema = bookmarkSchema.extend({ timeMs: z.number() });
const contentSchema = z.object({
  bookmarks: z.array(bookmarkSchema),
  visits: z.array(visitSchema),
  tabs: z.array(bookmarkSchema).default([]),
  activeTab: z.number().default(0),
});
export type Bookmark = z.infer<typeof bookmarkSchema>;
export type Visit = z.infer<typeof visitSchema>;
type Content = z.infer<typeof contentSchema>;

const MAX_VISITS = 500;
const MAX_BOOKMARKS = 1000;
const MAX_TITLE_CHARS = 300;
const MAX_ADDRESS_CHARS = 4096;

/** Shortens titles and addresses, because pages can make them arbitrarily long. */
function shortened<Place extends Bookmark>(place: Place): Place {
  return { ...place, title: cutText(place.title, MAX_TITLE_CHARS), address: cutText(place.address, MAX_ADDRESS_CHARS) };
}

/** Bookmarks, open tabs and visited pages, latest first. The file is written after every change. */
export class BrowserStore {
  readonly #file: JsonFile<Content>;
  readonly #listeners = new Set<() => void>();
  #content: Content;

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(appFolder(dataDir, "com.terrarium.browser"), "browser.json"), contentSchema, log);
    this.#content = this.#file.read() ?? { bookmarks: [], visits: [], tabs: [], activeTab: 0 };
  }

  readonly get = (): Content => this.#content;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  isBookmarked(address: string): boolean {
    return this.#content.bookmarks.some((bookmark) => bookmark.address === address);
  }

  addBookmark(bookmark: Bookmark): void {
    const others = this.#content.bookmarks.filter(({ address }) => address !== bookmark.address);
    this.#set({ bookmarks: [...others, shortened(bookmark)].slice(-MAX_BOOKMARKS) });
  }

  removeBookmark(address: string): void {
    this.#set({ bookmarks: this.#content.bookmarks.filter((bookmark) => bookmark.address !== address) });
  }

  addVisit(visit: Visit): void {
    const others = this.#content.visits.filter(({ address }) => address !== visit.address);
    this.#set({ visits: [shortened(visit), ...others].slice(0, MAX_VISITS) });
  }

  /** Stores the open pages and the index of the active one. */
  setTabs(tabs: readonly Bookmark[], activeTab: number): void {
    this.#set({ tabs: tabs.map(shortened), activeTab });
  }

  clearVisits(): void {
    this.#set({ visits: [] });
  }

  #set(change: Partial<Content>): void {
    const content = { ...this.#content, ...change };
    this.#file.write(content);
    this.#content = content;
    for (const listener of this.#listeners) listener();
  }
}
