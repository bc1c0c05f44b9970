import type { IncomingMessage } from "node:http";

/** A port of a box, as named by an address. */
export interface PortAddress {
  boxId: string;
  port: number;
}

/** Route of all requests with a port's own host. Its path at the box is the request's original one. */
export const PORT_HOST_ROUTE = "/.port-host";

const MAX_PORT = 65_535;
/** First label of a port's host: a number without leading zeros, a hyphen, and a box id. */
const LABEL = /^([1-9]\d{0,4})-(sbx_[0-9a-z]{1,60})$/;

/**
 * Returns the port that a Host header names. Returns "invalid" for other names below the domain for ports that begin
 * with a number: neither the console nor a box may be served there. Returns undefined for all other hosts.
 */
export function parsePortHost(
  host: string | undefined,
  domain: string | undefined,
): PortAddress | "invalid" | undefined {
  if (host === undefined || domain === undefined) return undefined;
  const [, name = ""] = /^(.*?)\.?(?::[^.]*)?$/.exec(host.toLowerCase()) ?? [];
  if (!name.endsWith(`.${domain}`)) return undefined;
  const label = name.slice(0, -domain.length - 1);
  const isExact = host.toLowerCase().replace(/:\d{1,5}$/, "") === name;
  const parsed = isExact ? parseLabel(label) : undefined;
  return parsed ?? (/^\d+-/.test(label) ? "invalid" : undefined);
}

function parseLabel(label: string): PortAddress | undefined {
  const [, port, boxId] = LABEL.exec(label) ?? [];
  return boxId === undefined || Number(port) > MAX_PORT ? undefined : { boxId, port: Number(port) };
}

/** Path of a request by path: prefix, box id, port, and the path and query at the box. */
const BY_PATH = /^\/api\/v1\/boxes\/([\w-]{1,64})\/ports\/([1-9]\d{0,4})(\/[^#]*)$/;

/**
 * Returns the port that a request's path names, and the path and query for the box, undecoded: the box decides what
 * its path means. Returns undefined for a prefix in any other notation.
 */
export function parsePortPath(url: string): (PortAddress & { target: string; prefix: string }) | undefined {
  const [, boxId, port, target] = BY_PATH.exec(url) ?? [];
  if (boxId === undefined || target === undefined || Number(port) > MAX_PORT) return undefined;
  return { boxId, port: Number(port), target, prefix: url.slice(0, url.length - target.length) };
}

/** Returns the function that gives requests with a port's own host their route, and all others their path. */
export const routeByHost =
  (domain: string | undefined) =>
  ({ headers, url = "/" }: IncomingMessage): string =>
    parsePortHost(headers.host, domain) === undefined ? url : PORT_HOST_ROUTE;

/** Returns the path and query for the box of a request with a port's own host; undefined for other targets. */
export function targetOf(request: IncomingMessage & { originalUrl?: string }): string | undefined {
  const { originalUrl = "" } = request;
  return /^\/[^#]*$/.test(originalUrl) ? originalUrl : undefined;
}
