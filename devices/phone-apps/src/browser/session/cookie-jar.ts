import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import type { CookieAccess } from "@terrarium/phone-system/network/http-fetch";
import { Cookie, CookieJar as Rules } from "tough-cookie";
import { z } from "zod";
import { appFolder } from "../../app-folder.ts";
import { CookieStore } from "./cookie-store.ts";

const cookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  /** True if the cookie is for this host only, without subdomains. */
  hostOnly: z.boolean(),
  path: z.string(),
  secure: z.boolean(),
  /** Expiry as epoch ms. Without it, the cookie is kept until its site's data is cleared. */
  expiresMs: z.number().optional(),
});
type KeptCookie = z.infer<typeof cookieSchema>;

const LONGEST_COOKIE = 4096;

/**
 * The browser's cookies (RFC 6265). The file is written after every change. Cookies for a public suffix
 * (publicsuffix.org) are rejected, because anyone can register a site below it. HttpOnly and SameSite=Strict always
 * hold: scripts do not run, and resources of other sites get no cookies.
 */
export class CookieJar implements CookieAccess {
  readonly #file: JsonFile<KeptCookie[]>;
  readonly #store = new CookieStore();
  readonly #rules = new Rules(this.#store, { looseMode: true });

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(
      join(appFolder(dataDir, "com.terrarium.browser"), "cookies.json"),
      z.array(cookieSchema),
      log,
    );
    for (const kept of this.#file.read() ?? []) this.#store.add(fromKept(kept));
  }

  header(url: URL): string | undefined {
    return this.#rules.getCookieStringSync(url) || undefined;
  }

  store(url: URL, lines: readonly string[]): void {
    const set = lines.filter((line) => line.length <= LONGEST_COOKIE);
    for (const line of set) this.#rules.setCookieSync(line, url, { ignoreError: true });
    if (set.length > 0) this.#write();
  }

  /** Returns the number of cookies that the site would receive. */
  count(hostName: string): number {
    return this.#of(hostName).length;
  }

  /** Deletes the cookies of one site, or all. */
  clear(hostName?: string): void {
    if (hostName === undefined) this.#store.removeAll();
    else for (const cookie of this.#of(hostName)) this.#store.remove(cookie);
    this.#write();
  }

  /** Returns the cookies of a host. Pages of files have none. */
  #of(hostName: string): Cookie[] {
    return hostName === "" ? [] : this.#rules.getCookiesSync(`https://${hostName}/`, { allPaths: true });
  }

  #write(): void {
    this.#file.write(this.#store.all().map(toKept));
  }
}

function fromKept({ name, expiresMs, ...rest }: KeptCookie): Cookie {
  return new Cookie({ ...rest, key: name, ...(expiresMs === undefined ? {} : { expires: new Date(expiresMs) }) });
}

function toKept({ key, value, domain, hostOnly, path, secure, expires }: Cookie): KeptCookie {
  return {
    name: key,
    value,
    domain: domain ?? "",
    hostOnly: hostOnly ?? true,
    path: path ?? "/",
    secure,
    ...(expires instanceof Date ? { expiresMs: expires.getTime() } : {}),
  };
}
