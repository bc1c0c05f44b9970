import { setsPortCookie } from "./to-box.ts";

/**
 * Headers of one connection, those that speak for a whole host or domain instead of one response, and those by which a
 * proxy in front of this server sends files of its own (nginx, lighttpd, Apache).
 */
const NEVER =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|alt-svc|clear-site-data|strict-transport-security|public-key-pins.*|service-worker-allowed|x-accel-(?!buffering).*|x-(?:lighttpd-)?send-?file.*|x-reproxy-.*)$/;
/** Headers of a response that may appear at the console's origin. */
const AT_CONSOLE =
  /^(?:accept-ranges|access-control-.*|age|allow|cache-control|content-(?:disposition|encoding|language|length|range|type)|date|etag|expires|last-modified|location|retry-after|server-timing|vary|x-(?!dns-|frame-|permitted-|robots-|ua-).*)$/;

/**
 * Headers of every response at the console's origin. The browser treats its page as one of an unknown origin: without
 * the console's storage, session, windows and service workers.
 */
const CONFINED: readonly (readonly [string, string])[] = [
  [
    "content-security-policy",
    "sandbox allow-downloads allow-forms allow-modals allow-pointer-lock allow-scripts; frame-ancestors 'none'",
  ],
  ["cross-origin-opener-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
];

interface Origin {
  port: number;
  /** Path prefix at the console's origin. Undefined: the port has an origin of its own. */
  prefix: string | undefined;
}

/**
 * Returns the headers for the client of a response from a program in a box, as names and values in turn. `rawHeaders`
 * has the same form. At a port's own origin, cookies are only for this host.
 */
export function headersFromBox(rawHeaders: readonly string[], { port, prefix }: Origin): string[] {
  const dropped = new Set(
    pairsOf(rawHeaders).flatMap(([name, value]) =>
      name === "connection" ? value.split(",").map((each) => each.trim().toLowerCase()) : [],
    ),
  );
  const kept = pairsOf(rawHeaders).flatMap(([name, value]): [string, string][] => {
    if (NEVER.test(name) || dropped.has(name)) return [];
    if (prefix !== undefined && !AT_CONSOLE.test(name)) return [];
    if (name === "set-cookie") return setsPortCookie(value) ? [] : [[name, withoutDomain(value)]];
    if (name === "location") return locationOutside(value, port, prefix).map((location) => [name, location]);
    return [[name, value]];
  });
  return [...kept, ...(prefix === undefined ? [] : CONFINED)].flat();
}

function pairsOf(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    pairs.push([rawHeaders[i]?.toLowerCase() ?? "", rawHeaders[i + 1] ?? ""]);
  return pairs;
}

/** A cookie for a whole domain would reach the ports of other boxes. */
const withoutDomain = (cookie: string): string =>
  cookie
    .split(";")
    .filter((part, index) => index === 0 || !/^\s*domain\s*(?:=|$)/i.test(part))
    .join(";");

/**
 * Returns a redirect's address at this server: the program knows itself as `localhost` and without a prefix. The
 * console's origin redirects to no other one.
 */
function locationOutside(location: string, port: number, prefix: string | undefined): string[] {
  const self = new RegExp(`^https?://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]):${port}(?=[/?#]|$)`, "i");
  // Browsers ignore these characters in addresses.
  const told = location.replaceAll(/[\t\r\n]/g, "");
  const path = told.replace(self, "").replace(/^(?![/])/, self.test(told) ? "/" : "");
  const isBelowRoot = /^\/(?![/\\])/.test(path);
  if (prefix === undefined || isBelowRoot) return [`${prefix ?? ""}${path}`];
  return /^[a-z][a-z\d+.-]*:|^[/\\]{2}/i.test(path) ? [] : [path];
}
