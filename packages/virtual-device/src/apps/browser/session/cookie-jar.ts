import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import type { CookieAccess } from "../../../system/network/http-fetch.ts";
import { JsonFile } from "../../json-file.ts";

const cookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  /** Only that host, none below it. */
  hostOnly: z.boolean(),
  path: z.string(),
  secure: z.boolean(),
  /** Epoch ms; without one it lives as long as its site's data. */
  expiresMs: z.number().optional(),
});
type Cookie = z.infer<typeof cookieSchema>;

const longestCookie = 4096;
const mostPerSite = 50;
const mostInAll = 2000;
const longestLifeMs = 400 * 24 * 60 * 60_000;

/**
 * What sites have asked the browser to keep (RFC 6265), in a file that is up to date after every change. No script
 * runs and other sites' parts of a page get none, so HttpOnly and SameSite=Strict hold by themselves.
 */
export class CookieJar implements CookieAccess {
  readonly #file: JsonFile<Cookie[]>;
  #cookies: Cookie[];

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(
      join(dataDir, "apps", "com.terrarium.browser", "cookies.json"),
      z.array(cookieSchema),
      log,
    );
    this.#cookies = this.#file.read() ?? [];
  }

  header(url: URL): string | undefined {
    const now = Date.now();
    const sent = this.#cookies.filter(
      (cookie) =>
        isFor(cookie, url.hostname) &&
        isWithin(cookie.path, url.pathname) &&
        (!cookie.secure || isSafe(url)) &&
        !(cookie.expiresMs !== undefined && cookie.expiresMs <= now),
    );
    // The more exact ones first (section 5.4).
    sent.sort((a, b) => b.path.length - a.path.length);
    return sent.length === 0
      ? undefined
      : sent.map(({ name, value }) => (name === "" ? value : `${name}=${value}`)).join("; ");
  }

  store(url: URL, lines: readonly string[]): void {
    const cookies = lines.flatMap((line) => parseCookie(line, url) ?? []);
    if (cookies.length === 0) return;
    const now = Date.now();
    const alive = ({ expiresMs }: Cookie): boolean => expiresMs === undefined || expiresMs > now;
    const others = this.#cookies.filter((old) => alive(old) && !cookies.some((each) => isSame(old, each)));
    const last = cookies.filter((each, index) => !cookies.slice(index + 1).some((later) => isSame(each, later)));
    const next = [...others, ...last.filter(alive)];
    const perSite = new Map<string, number>();
    this.#cookies = next
      .toReversed()
      .filter(({ domain }) => {
        const count = (perSite.get(domain) ?? 0) + 1;
        perSite.set(domain, count);
        return count <= mostPerSite;
      })
      .slice(0, mostInAll)
      .toReversed();
    this.#file.write(this.#cookies);
  }

  /** How many the site would be sent. */
  count(hostName: string): number {
    return this.#cookies.filter((cookie) => isFor(cookie, hostName)).length;
  }

  /** Forgets those of one site, or all. */
  clear(hostName?: string): void {
    this.#cookies = hostName === undefined ? [] : this.#cookies.filter((cookie) => !isFor(cookie, hostName));
    this.#file.write(this.#cookies);
  }
}

function isFor({ domain, hostOnly }: Cookie, hostName: string): boolean {
  return hostName === domain || (!hostOnly && hostName.endsWith(`.${domain}`));
}

function isWithin(path: string, pathName: string): boolean {
  return pathName === path || (pathName.startsWith(path) && (path.endsWith("/") || pathName[path.length] === "/"));
}

/** Nobody listens to what a machine says to itself. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || hostname === "localhost";
}

function isSame(a: Cookie, b: Cookie): boolean {
  return a.name === b.name && a.domain === b.domain && a.path === b.path && a.hostOnly === b.hostOnly;
}

/** Section 5.2; undefined for one that is not to be kept. */
function parseCookie(line: string, url: URL): Cookie | undefined {
  if (line.length > longestCookie || /[^\P{Cc}\t]/u.test(line)) return undefined;
  const [pair = "", ...rest] = line.split(";").map((part) => part.trim());
  const equals = pair.indexOf("=");
  const [name, value] = equals < 0 ? ["", pair] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
  if (name === "" && value === "") return undefined;
  const attributes = new Map(
    rest.map((part) => {
      const at = part.indexOf("=");
      return [(at < 0 ? part : part.slice(0, at)).trim().toLowerCase(), at < 0 ? "" : part.slice(at + 1).trim()];
    }),
  );
  const secure = attributes.has("secure");
  if (secure && !isSafe(url)) return undefined;
  const site = siteOf(attributes.get("domain"), url.hostname);
  if (!site) return undefined;
  const path = attributes.get("path") ?? "";
  if (/^__secure-/i.test(name) && !secure) return undefined;
  if (/^__host-/i.test(name) && !(secure && site.hostOnly && path === "/")) return undefined;
  const expiresMs = expiryOf(attributes.get("max-age"), attributes.get("expires"));
  return {
    name,
    value,
    ...site,
    path: path.startsWith("/") ? path : url.pathname.slice(0, Math.max(1, url.pathname.lastIndexOf("/"))),
    secure,
    ...(expiresMs === undefined ? {} : { expiresMs }),
  };
}

/**
 * The hosts it is for. Without a list of the names under which anybody can have a site, a cookie for a whole domain
 * is believed where the domain has three parts, or two of which the last is no country's; else it is the host's own.
 */
function siteOf(given: string | undefined, hostName: string): { domain: string; hostOnly: boolean } | undefined {
  const domain = (given ?? "").replace(/^\./, "").toLowerCase();
  if (domain === "" || domain === hostName)
    return { domain: hostName, hostOnly: domain === "" || isIP(hostName) !== 0 };
  if (isIP(hostName) !== 0 || !hostName.endsWith(`.${domain}`)) return undefined;
  const labels = domain.split(".");
  const wide = labels.length >= 3 || (labels.length === 2 && (labels[1]?.length ?? 0) > 2);
  return wide ? { domain, hostOnly: false } : { domain: hostName, hostOnly: true };
}

function expiryOf(maxAge: string | undefined, expires: string | undefined): number | undefined {
  const latest = Date.now() + longestLifeMs;
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Math.min(latest, Date.now() + Number(maxAge) * 1000);
  const time = Date.parse(expires ?? "");
  return Number.isNaN(time) ? undefined : Math.min(latest, time);
}
