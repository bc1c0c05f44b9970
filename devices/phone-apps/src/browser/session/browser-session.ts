import type { Clock, Timer } from "@terrarium/phone-system/clock";
import type { Certificate } from "@terrarium/phone-system/network/http-fetch";
import { HOME_ADDRESS } from "../address.ts";
import type { PageDocument } from "../document/page-document.ts";
import type { Picture } from "../network/load-images.ts";
import type { LoadedPage } from "../network/load-page.ts";
import type { Reach } from "../network/load-resource.ts";
import { PageError } from "../network/page-error.ts";
import type { Download } from "../network/save-download.ts";

interface Entry {
  address: string;
  title: string;
  /** Form data, if the page was requested by a form. */
  form: string | undefined;
  /** Address of the linking page. */
  from: string | undefined;
  /** Scroll position when the user left, in dp. */
  scroll: number;
}

/** The page on the screen. */
export interface ShownPage {
  address: string;
  page: PageDocument;
  certificate: Certificate | undefined;
  /** Pictures by address; undefined for pictures that cannot be shown. Each new picture creates a new map. */
  pictures: ReadonlyMap<string, Picture | undefined>;
  /** Initial scroll position in dp. Undefined if the address's fragment decides. */
  scroll: number;
}

export interface SessionState {
  /** Address in the address bar, also of a page that is loading or failed. */
  address: string;
  title: string;
  shown: ShownPage | undefined;
  error: PageError | undefined;
  loading: boolean;
  canGoBack: boolean;
  canGoForward: boolean;
}

const MAX_ENTRIES = 50;
/** Shortest time between two updates with new pictures, because each one lays the page out again. */
const PICTURES_MS = 250;
/** Largest number of refreshes in a row without a request by the user. */
const MOST_REFRESHES = 10;
const LONGEST_REFRESH_S = 600;

export interface SessionOptions {
  reach: () => Promise<Reach>;
  onVisit: (visit: { address: string; title: string }) => void;
  onDownload: (download: Download) => void;
  /** Called when the address or the title changes. */
  onMove: () => void;
  /** Runs a change and redraws at once. */
  run: (change: () => void) => void;
  /** Called with the work of each load, which ends with its pictures. */
  load: (work: Promise<void>) => void;
  clock: Pick<Clock, "startTimer">;
  log: (message: string) => void;
}

/** One tab of the browser, with its history. */
export class BrowserSession {
  readonly #options: SessionOptions;
  readonly #listeners = new Set<() => void>();
  #entries: Entry[];
  #index = 0;
  #abort = new AbortController();
  #refreshes = 0;
  #asleep = true;
  #state: SessionState;

  /** Starts at this page. It is loaded when the tab is first viewed. */
  constructor(
    options: SessionOptions,
    start: { address: string; title: string } = { address: HOME_ADDRESS, title: "" },
  ) {
    this.#options = options;
    this.#entries = [{ ...start, form: undefined, from: undefined, scroll: 0 }];
    this.#state = {
      ...start,
      shown: undefined,
      error: undefined,
      loading: false,
      canGoBack: false,
      canGoForward: false,
    };
  }

  readonly get = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called when the tab comes to the front. Loads its page if necessary. */
  wake(): void {
    if (!this.#asleep) return;
    this.#asleep = false;
    if (!this.#state.shown && !this.#state.address.startsWith("about:")) this.#startLoad();
  }

  /** Called when the tab was not viewed for long. Drops its page. */
  sleep(): void {
    this.#abort.abort();
    this.#asleep = true;
    this.#state = { ...this.#state, shown: undefined, loading: false };
  }

  /** Opens an address. With `form`, sends it with POST. */
  open(address: string, form?: string): void {
    this.#refreshes = 0;
    this.#push(address, form);
  }

  #push(address: string, form: string | undefined): void {
    const from = /^https?:/.test(this.#state.address) ? this.#state.address : undefined;
    const entry = { address, title: "", form, from, scroll: 0 };
    this.#entries = [...this.#entries.slice(0, this.#index + 1), entry].slice(-MAX_ENTRIES);
    this.#index = this.#entries.length - 1;
    this.#startLoad();
  }

  /** Goes back (-1) or forward (1). Returns false if there is no such page. */
  move(by: -1 | 1): boolean {
    if (!this.#entries[this.#index + by]) return false;
    this.#refreshes = MOST_REFRESHES;
    this.#index += by;
    this.#startLoad();
    return true;
  }

  reload(): void {
    this.#startLoad();
  }

  stop(): void {
    this.#abort.abort();
    this.#set({ loading: false });
  }

  /** Stores the scroll position for when the user returns. */
  noteScroll(scroll: number): void {
    const entry = this.#entries[this.#index];
    if (entry && !this.#state.loading) entry.scroll = scroll;
  }

  close(): void {
    this.#abort.abort();
    this.#listeners.clear();
  }

  #startLoad(): void {
    this.#options.load(this.#load());
  }

  async #load(): Promise<void> {
    this.#asleep = false;
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const entry = this.#entries[this.#index];
    if (!entry) return;
    const { address } = entry;
    const ways = this.#ways();
    if (address.startsWith("about:")) {
      this.#set({ address, title: "", shown: undefined, error: undefined, loading: false, ...ways });
      this.#options.onMove();
      return;
    }
    this.#set({ address, loading: true, ...ways });
    try {
      await this.#show(entry, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof PageError)) this.#options.log(`the browser could not show ${address}: ${String(error)}`);
      const problem = error instanceof PageError ? error : new PageError("bad-answer", address, error);
      this.#set({ title: "", shown: undefined, error: problem, loading: false });
      this.#options.onMove();
    }
  }

  #ways(): Pick<SessionState, "canGoBack" | "canGoForward"> {
    return { canGoBack: this.#index > 0, canGoForward: this.#index < this.#entries.length - 1 };
  }

  async #show(entry: Entry, signal: AbortSignal): Promise<void> {
    const { address, form, from } = entry;
    const reach = await this.#options.reach();
    const request = {
      address,
      signal,
      ...(form === undefined ? {} : { form }),
      ...(from === undefined ? {} : { from }),
    };
    // Loaded with the first page, to save memory on idle devices.
    const { loadPage } = await import("../network/load-page.ts");
    const loaded = await loadPage(request, reach);
    signal.throwIfAborted();
    if ("savedAt" in loaded) return this.#stay(entry, loaded);
    entry.address = loaded.address;
    entry.title = loaded.page.title;
    this.#options.onVisit(entry);
    const shown: ShownPage = { ...loaded, pictures: new Map(), scroll: entry.scroll };
    this.#set({ address: loaded.address, title: loaded.page.title, shown, error: undefined, loading: false });
    this.#options.onMove();
    this.#follow(loaded, signal);
    await this.#addPictures(shown, reach, signal);
  }

  /** Keeps the tab's content, because the response was a file. */
  #stay(entry: Entry, download: Download): void {
    this.#options.onDownload(download);
    this.#entries = this.#entries.filter((each) => each !== entry);
    this.#index = Math.max(0, Math.min(this.#index - 1, this.#entries.length - 1));
    if (this.#entries.length === 0) this.#entries.push({ ...entry, address: HOME_ADDRESS, form: undefined });
    const address = this.#state.shown?.address ?? this.#entries[this.#index]?.address ?? HOME_ADDRESS;
    this.#set({ address, loading: false, ...this.#ways() });
    if (!this.#state.shown && !this.#state.error) this.#startLoad();
  }

  /** Follows the page's `meta refresh`. */
  #follow({ page, address }: LoadedPage, signal: AbortSignal): void {
    const { refresh } = page;
    if (!refresh || refresh.afterS > LONGEST_REFRESH_S || this.#refreshes >= MOST_REFRESHES) return;
    this.#refreshes++;
    const timer = this.#options.clock.startTimer(refresh.afterS * 1000, () => {
      if (signal.aborted) return;
      // A page that redirects at once gets no history entry.
      if (refresh.address === address || refresh.afterS > 2) this.#push(refresh.address, undefined);
      else this.#replace(refresh.address);
    });
    signal.addEventListener("abort", () => timer.cancel(), { once: true });
  }

  #replace(address: string): void {
    const entry = this.#entries[this.#index];
    if (!entry) return;
    this.#entries[this.#index] = { ...entry, address, form: undefined, scroll: 0 };
    this.#startLoad();
  }

  async #addPictures(shown: ShownPage, reach: Reach, signal: AbortSignal): Promise<void> {
    const pictures = new Map<string, Picture | undefined>();
    let timer: Timer | undefined;
    const show = (): void => {
      timer = undefined;
      if (!signal.aborted) this.#set({ shown: { ...shown, pictures: new Map(pictures) } });
    };
    const { loadImages } = await import("../network/load-images.ts");
    await loadImages(shown.page, new URL(shown.address), reach, signal, (src, picture) => {
      pictures.set(src, picture);
      timer ??= this.#options.clock.startTimer(PICTURES_MS, show);
    });
    timer?.cancel();
    if (pictures.size > 0) show();
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.run(() => {
      for (const listener of this.#listeners) listener();
    });
  }
}
