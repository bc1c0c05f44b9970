import type { HostCalls, UrlParts } from "./guest/guest.ts";

/** The calls of the interpreter that need nothing but their arguments. */
export const pureHostCalls = {
  parseUrl: (url, base) => {
    const parsed = base === null ? URL.parse(url) : URL.parse(url, base);
    return parsed && partsOf(parsed);
  },
  changeUrl: (href, part, value) => {
    const url = URL.parse(href);
    if (!url || (part === "href" && !URL.canParse(value))) return null;
    url[part] = value;
    return partsOf(url);
  },
  parseQuery: (text) => [...new URLSearchParams(text)],
  formatQuery: (pairs) => String(new URLSearchParams(pairs)),
  atob: (text) => orNull(() => atob(text)),
  btoa: (text) => orNull(() => btoa(text)),
} satisfies Partial<HostCalls>;

function partsOf(url: URL): UrlParts {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
}

/** null in place of the DOMException for text that cannot be converted; the interpreter throws its own. */
function orNull(convert: () => string): string | null {
  try {
    return convert();
  } catch {
    return null;
  }
}
