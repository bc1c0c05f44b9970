import { homeAddress } from "./address.ts";
import { loadImages, type Picture } from "./network/load-images.ts";
import { loadPage, PageError, type Reach } from "./network/load-page.ts";
import type { PageDocument } from "./page/page-model.ts";

interface Entry {
  address: string;
  title: string;
  /** What was sent to get there, where it was a form. */
  form: string | undefined;
  /** How far it was scrolled when it was left, in dp. */
  scroll: number;
}

/** The page that shows. */
export interface ShownPage {
  address: string;
  page: PageDocument;
  /** By address; undefined for those that cannot be shown. A new map with each that comes. */
  pictures: ReadonlyMap<string, Picture | undefined>;
  /** Where to begin, in dp; undefined where the address's hash tells. */
  scroll: number;
}

export interface SessionState {
  /** What the address bar says: also of a page that is loading or failed. */
  address: string;
  shown: ShownPage | undefined;
  error: PageError | undefined;
  loading: boolean;
  canGoBack: boolean;
  canGoForward: boolean;
}

const maxEntries = 50;
/** Pictures are put in their places at most this often, as each time the page is laid out anew. */
const picturesMs = 250;

export interface SessionOptions {
  reach: () => Reach;
  onVisit: (visit: { address: string; title: string }) => void;
  /** Runs a change so that it is drawn at once. */
  run: (change: () => void) => void;
  log: (message: string) => void;
}

/** One window of the browser: goes from page to page, and back. */
export class BrowserSession {
  readonly #options: SessionOptions;
  readonly #listeners = new Set<() => void>();
  #entries: Entry[] = [{ address: homeAddress, title: "", form: undefined, scroll: 0 }];
  #index = 0;
  #abort = new AbortController();
  #state: SessionState = {
    address: homeAddress,
    shown: undefined,
    error: undefined,
    loading: false,
    canGoBack: false,
    canGoForward: false,
  };

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  readonly get = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens an address; with `form` by sending it with POST. */
  open(address: string, form?: string): void {
    this.#entries = [...this.#entries.slice(0, this.#index + 1), { address, title: "", form, scroll: 0 }].slice(
      -maxEntries,
    );
    this.#index = this.#entries.length - 1;
    void this.#load();
  }

  /** Goes back (-1) or forward (1); false if there is nothing there. */
  move(by: -1 | 1): boolean {
    if (!this.#entries[this.#index + by]) return false;
    this.#index += by;
    void this.#load();
    return true;
  }

  reload(): void {
    void this.#load();
  }

  stop(): void {
    this.#abort.abort();
    this.#set({ loading: false });
  }

  /** Remembers where the reader is, for when he comes back. */
  noteScroll(scroll: number): void {
    const entry = this.#entries[this.#index];
    if (entry && !this.#state.loading) entry.scroll = scroll;
  }

  close(): void {
    this.#abort.abort();
    this.#listeners.clear();
  }

  async #load(): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const entry = this.#entries[this.#index];
    if (!entry) return;
    const { address, form } = entry;
    const ways = { canGoBack: this.#index > 0, canGoForward: this.#index < this.#entries.length - 1 };
    if (address.startsWith("about:")) {
      this.#set({ address, shown: undefined, error: undefined, loading: false, ...ways });
      return;
    }
    this.#set({ address, loading: true, ...ways });
    const reach = this.#options.reach();
    try {
      const { signal } = abort;
      const loaded = await loadPage({ address, signal, ...(form === undefined ? {} : { form }) }, reach);
      signal.throwIfAborted();
      entry.address = loaded.address;
      entry.title = loaded.page.title;
      this.#options.onVisit(entry);
      const shown = { ...loaded, pictures: new Map(), scroll: entry.scroll };
      this.#set({ address: loaded.address, shown, error: undefined, loading: false });
      await this.#addPictures(shown, reach, signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof PageError)) this.#options.log(`the browser could not show ${address}: ${String(error)}`);
      const problem = error instanceof PageError ? error : new PageError("bad-answer", address, error);
      this.#set({ shown: undefined, error: problem, loading: false });
    }
  }

  async #addPictures(shown: ShownPage, reach: Reach, signal: AbortSignal): Promise<void> {
    const pictures = new Map<string, Picture | undefined>();
    let timer: NodeJS.Timeout | undefined;
    const show = (): void => {
      timer = undefined;
      if (!signal.aborted) this.#set({ shown: { ...shown, pictures: new Map(pictures) } });
    };
    await loadImages(shown.page, reach, signal, (src, picture) => {
      pictures.set(src, picture);
      timer ??= setTimeout(show, picturesMs);
    });
    clearTimeout(timer);
    if (pictures.size > 0) show();
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.run(() => {
      for (const listener of this.#listeners) listener();
    });
  }
}
