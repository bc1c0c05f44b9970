import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { BOX_TOKEN_PREFIX } from "@terrarium/contract/box-links";
import { API_KEY_PREFIX } from "@terrarium/contract/limits";
import { BEARER_PROTOCOL_PREFIX } from "@terrarium/contract/proxy";

/** Headers of one connection (RFC 9110, 7.6.1), and those that name the sender to the next hop. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host|http2-settings|forwarded|x-forwarded-.*|x-real-ip|x-terrarium-.*)$/;
/** Cookie with a token for the ports of one box. A cookie with the prefix `__Host-` cannot be set by another host. */
export const portCookie = (isSecure: boolean): string => (isSecure ? "__Host-terrarium-port" : "terrarium-port");
const PORT_COOKIE = /^(?:__Host-)?terrarium-port$/i;

/** A client's request for a port, as far as its headers need it. */
interface ForwardedRequest {
  headers: IncomingHttpHeaders;
  port: number;
  /** Host, protocol and address of the client's request. */
  host: string;
  protocol: string;
  ip: string;
  /** Path prefix at this server's own origin. Undefined: the port has an origin of its own. */
  prefix: string | undefined;
}

/**
 * Returns the headers of a request for a program in a box. The program sees a request to `localhost`. It never receives
 * credentials of this server: at the console's origin no cookie and no Authorization, at a port's own origin all but
 * those of this server.
 */
export function headersToBox(request: ForwardedRequest): OutgoingHttpHeaders {
  const { headers, port, host, protocol, ip, prefix } = request;
  const dropped = new Set(listed(headers.connection));
  const sent: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !OF_CONNECTION.test(name) && !dropped.has(name)) sent[name] = value;
  const isOwnOrigin = prefix === undefined;
  const cookies = isOwnOrigin ? ownCookies(headers.cookie) : "";
  if (cookies === "") delete sent.cookie;
  else sent.cookie = cookies;
  if (!isOwnOrigin || isOurCredential(headers.authorization)) delete sent.authorization;
  const protocols = listed(headers["sec-websocket-protocol"], false).filter(
    (name) => !name.startsWith(BEARER_PROTOCOL_PREFIX),
  );
  if (protocols.length > 0) sent["sec-websocket-protocol"] = protocols.join(", ");
  else delete sent["sec-websocket-protocol"];
  const local = `localhost:${port}`;
  for (const name of ["origin", "referer"] as const) {
    const url = parse(headers[name]);
    if (url?.host === host.toLowerCase())
      sent[name] = name === "origin" ? `http://${local}` : atLocal(url, local, prefix);
    // The console's addresses name sandboxes.
    else if (name === "referer") delete sent.referer;
  }
  return {
    ...sent,
    host: local,
    "x-forwarded-for": ip,
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol,
    ...(prefix !== undefined && { "x-forwarded-prefix": prefix }),
  };
}

/** Returns the token in a request's cookie. Of several, the first is the one of the most specific host. */
export function tokenInCookie(headers: IncomingHttpHeaders, isSecure: boolean): string | undefined {
  const name = portCookie(isSecure);
  return pairsOf(headers.cookie)
    .find((pair) => nameOf(pair) === name)
    ?.slice(name.length + 1);
}

/** Returns whether a response's Set-Cookie would replace this server's cookie. */
export const setsPortCookie = (cookie: string): boolean => PORT_COOKIE.test(nameOf(cookie));

const ownCookies = (cookie: string | undefined): string =>
  pairsOf(cookie)
    .filter((pair) => !PORT_COOKIE.test(nameOf(pair)))
    .join("; ");
const pairsOf = (cookie = ""): string[] => cookie.split(";").flatMap((pair) => pair.trim() || []);
const nameOf = (pair: string): string => (pair.split("=", 1)[0] ?? "").trim();

/** Returns whether an Authorization header has the form of this server's credentials. A box must never receive one. */
const isOurCredential = (authorization = ""): boolean => {
  const [, token = ""] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  return [API_KEY_PREFIX, BOX_TOKEN_PREFIX].some((prefix) => token.startsWith(prefix)) || /^[\w-]{43}$/.test(token);
};

const listed = (value = "", isLower = true): string[] =>
  value.split(",").flatMap((name) => (isLower ? name.trim().toLowerCase() : name.trim()) || []);

const parse = (url: string | undefined): URL | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url) : undefined;

const atLocal = ({ pathname, search }: URL, local: string, prefix: string | undefined): string =>
  `http://${local}${prefix !== undefined && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname}${search}`;
