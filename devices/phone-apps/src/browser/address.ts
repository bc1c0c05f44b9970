/** Built-in pages of the browser. */
export const HOME_ADDRESS = "about:home";
export const HISTORY_ADDRESS = "about:history";

/** Search engine for input that is not an address. Its page works without scripts. */
const SEARCH_ENGINE = { name: "DuckDuckGo", address: "https://html.duckduckgo.com/html/?q=" } as const;
export const searchEngineName = SEARCH_ENGINE.name;

/** Returns the address for text typed into the address bar: an address, or a search. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  if (/^(https?|file|about|data):/i.test(text) && URL.canParse(text)) return new URL(text).href;
  if (text.startsWith("/sdcard") || text.startsWith("/storage")) return new URL(`file://${text}`).href;
  const host = /^([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|localhost|\[[\da-f:]+\])(:\d{1,5})?([/?#]|$)/iu.exec(text);
  if (host && !/\s/.test(text)) {
    // Numeric addresses and localhost seldom have a certificate.
    const scheme = /^[\d.]+$|^localhost$|^\[/i.test(host[1] ?? "") ? "http" : "https";
    if (URL.canParse(`${scheme}://${text}`)) return new URL(`${scheme}://${text}`).href;
  }
  return `${SEARCH_ENGINE.address}${encodeURIComponent(text)}`;
}

/** Returns a short form of an address: its host, or the file's path. */
export function shortAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || address.startsWith("about:")) return "";
  if (url.protocol === "file:") return decodePath(url.pathname);
  return url.host.replace(/^www\./, "");
}

export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
