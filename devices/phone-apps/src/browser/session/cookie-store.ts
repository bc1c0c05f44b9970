import { hostNowMs } from "@terrarium/phone-system/host-time";
import { Store, type Callback, type Cookie, type ErrorCallback, type Nullable } from "tough-cookie";

const MOST_PER_SITE = 50;
const MOST_IN_ALL = 2000;
const LONGEST_LIFE_MS = 400 * 24 * 60 * 60_000;

/** The browser's cookies within its limits, by the time of the servers that set them. Beyond a limit, the least recently set cookie is dropped. */
export class CookieStore extends Store {
  override readonly synchronous = true;
  /** Cookies, least recently set first. */
  #cookies: Cookie[] = [];

  all(): readonly Cookie[] {
    return this.#cookies;
  }

  /** Adds a cookie unless it has expired. */
  add(cookie: Cookie): void {
    const expiresMs = cookie.expiryTime() ?? Infinity;
    if (expiresMs <= hostNowMs()) return;
    // The library counts Max-Age from the last access, so that a cookie in use would never expire.
    cookie.maxAge = null;
    cookie.expires = expiresMs === Infinity ? "Infinity" : new Date(Math.min(expiresMs, hostNowMs() + LONGEST_LIFE_MS));
    this.#cookies.push(cookie);
    const ofSite = this.#cookies.filter(({ domain }) => domain === cookie.domain);
    const dropped =
      ofSite.length > MOST_PER_SITE ? ofSite[0] : this.#cookies.length > MOST_IN_ALL ? this.#cookies[0] : null;
    if (dropped) this.remove(dropped);
  }

  remove(cookie: Cookie): void {
    this.#cookies = this.#cookies.filter((each) => each !== cookie);
  }

  removeAll(): void {
    this.#cookies = [];
  }

  // Methods that the library calls. They complete synchronously, through the callback.

  override async findCookie(
    domain: Nullable<string>,
    path: Nullable<string>,
    key: Nullable<string>,
    done?: Callback<Cookie | undefined>,
  ): Promise<Cookie | undefined> {
    const found = this.#find(domain, path, key);
    done?.(null, found);
    return found;
  }

  /** Returns all cookies. The library itself filters by host and path. */
  override async findCookies(
    _domain: Nullable<string>,
    _path: Nullable<string>,
    _special?: boolean,
    done?: Callback<Cookie[]>,
  ): Promise<Cookie[]> {
    done?.(null, [...this.#cookies]);
    return [...this.#cookies];
  }

  override async putCookie(cookie: Cookie, done?: ErrorCallback): Promise<void> {
    this.add(cookie);
    done?.(null);
  }

  override async updateCookie(old: Cookie, cookie: Cookie, done?: ErrorCallback): Promise<void> {
    this.remove(old);
    this.add(cookie);
    done?.(null);
  }

  override async removeCookie(
    domain: Nullable<string>,
    path: Nullable<string>,
    key: Nullable<string>,
    done?: ErrorCallback,
  ): Promise<void> {
    const found = this.#find(domain, path, key);
    if (found) this.remove(found);
    done?.(null);
  }

  #find(domain: Nullable<string>, path: Nullable<string>, key: Nullable<string>): Cookie | undefined {
    return this.#cookies.find((each) => each.domain === domain && each.path === path && each.key === key);
  }
}
