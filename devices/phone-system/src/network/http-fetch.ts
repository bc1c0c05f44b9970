import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Duplex, Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import { deviceDestination, OWN_LOOPBACK } from "@terrarium/egress/device-destination";
import { resolveWithSystem, type Egress, type Resolve } from "@terrarium/egress/egress";
import { NetworkError, toNetworkError } from "@terrarium/egress/network-error";
import { pinnedRequest } from "@terrarium/egress/pinned-request";
import { unlessAborted } from "@terrarium/egress/unless-aborted";
import { startHostTimer } from "../host-time.ts";

export interface HttpRequest {
  url: URL;
  /** Form to send with POST; without one the request is a GET. */
  form?: string;
  accept: string;
  /** Time limit for the whole request: names, connections, redirects, and the body. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Used at each hop of a redirect. */
  cookies?: CookieAccess;
}

/** Cookie storage of a client (RFC 6265). */
export interface CookieAccess {
  /** Returns the value of the `Cookie` header; undefined for none. */
  header(url: URL): string | undefined;
  /** Stores the values of `Set-Cookie` headers. */
  store(url: URL, lines: readonly string[]): void;
}

/** A server's verified certificate. */
export interface Certificate {
  subject: string;
  issuer: string;
  validTo: string;
}

interface Head {
  /** Final URL after redirects. */
  url: URL;
  status: number;
  contentType: string;
  /** The `Content-Disposition` header. */
  disposition: string;
  /** Certificate of an https connection. */
  certificate: Certificate | undefined;
}

export interface HttpAnswer extends Head {
  body: Buffer;
}

export interface HttpStream extends Head {
  /** Reads the whole body; throws NetworkError if it is larger, counted after decompression. */
  read(maxBytes: number): Promise<Buffer>;
  /**
   * Yields the decompressed body piece by piece, within this size and time. Throws NetworkError if the body is larger.
   */
  pieces(maxBytes: number, timeoutMs: number): AsyncGenerator<Buffer>;
  /** Drops the rest of the body. */
  close(): void;
}

export interface NetworkReach {
  egress: Egress;
  /** The device's own sockets, reached through its loopback. Without them, loopback connections fail. */
  sockets?: Pick<DeviceSockets, "connect">;
  resolve?: Resolve;
}

/** Redirect limit of browsers (Fetch standard, section 4.4). */
const MAX_REDIRECTS = 20;
const USER_AGENT = "Mozilla/5.0 (Linux; Android 15; Terrarium) TerrariumBrowser/1.0 Mobile";

/** Loads an http or https URL with a body of at most `maxBytes`. Throws like `httpOpen`. */
export async function httpFetch(request: HttpRequest & { maxBytes: number }, reach: NetworkReach): Promise<HttpAnswer> {
  const stream = await httpOpen(request, reach);
  const { url, status, contentType, disposition, certificate } = stream;
  return { url, status, contentType, disposition, certificate, body: await stream.read(request.maxBytes) };
}

/**
 * Requests an http or https URL within the device's network permissions, and returns before the body. Resolves a host
 * once per request, and connects only to the checked addresses, including after redirects. Throws NetworkError, or the
 * signal's reason.
 */
export async function httpOpen(request: HttpRequest, reach: NetworkReach): Promise<HttpStream> {
  const limit = new TimeLimit(request.timeoutMs, request.signal);
  try {
    const { url, response } = await follow(request, { resolve: resolveWithSystem, ...reach }, limit.signal);
    return new ResponseStream(url, response, limit);
  } catch (error) {
    throw limit.explain(error, request.url);
  }
}

/** Aborts long requests, and remembers the cause. */
class TimeLimit {
  readonly signal: AbortSignal;
  readonly #timeout = new AbortController();
  readonly #outer: AbortSignal | undefined;
  #timeoutMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    this.#outer = outer;
    this.signal = AbortSignal.any(outer ? [this.#timeout.signal, outer] : [this.#timeout.signal]);
    this.begin(timeoutMs);
  }

  begin(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timeoutMs = timeoutMs;
    this.#timer = startHostTimer(timeoutMs, () => this.#timeout.abort());
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Returns the error to throw: the outer signal's reason, or a NetworkError. */
  explain(error: unknown, url: URL): unknown {
    this.end();
    if (this.#outer?.aborted) return this.#outer.reason;
    if (this.#timeout.signal.aborted) return new NetworkError("timeout", `${this.#timeoutMs / 1000} s`, error);
    return toNetworkError(error, url);
  }
}

class ResponseStream implements HttpStream {
  readonly url: URL;
  readonly status: number;
  readonly contentType: string;
  readonly disposition: string;
  readonly certificate: Certificate | undefined;
  readonly #response: IncomingMessage;
  readonly #limit: TimeLimit;

  constructor(url: URL, response: IncomingMessage, limit: TimeLimit) {
    this.url = url;
    this.status = response.statusCode ?? 0;
    this.contentType = response.headers["content-type"] ?? "";
    this.disposition = response.headers["content-disposition"] ?? "";
    this.certificate = url.protocol === "https:" ? certificateOf(response) : undefined;
    this.#response = response;
    this.#limit = limit;
  }

  async read(maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#body(maxBytes)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *pieces(maxBytes: number, timeoutMs: number): AsyncGenerator<Buffer> {
    this.#limit.begin(timeoutMs);
    yield* this.#body(maxBytes);
  }

  close(): void {
    this.#limit.end();
    this.#response.destroy();
  }

  async *#body(maxBytes: number): AsyncGenerator<Buffer> {
    let bytes = 0;
    try {
      for await (const chunk of await decompressed(this.#response)) {
        // Endless compressed data arrives faster than any timer fires.
        this.#limit.signal.throwIfAborted();
        bytes += (chunk as Buffer).length;
        if (bytes > maxBytes) throw new NetworkError("too-large", `${maxBytes / 1024 ** 2} MB`);
        yield chunk as Buffer;
      }
    } catch (error) {
      throw this.#limit.explain(error, this.url);
    } finally {
      this.close();
    }
  }
}

interface Reach extends NetworkReach {
  resolve: Resolve;
}

async function follow(
  request: HttpRequest,
  reach: Reach,
  signal: AbortSignal,
): Promise<{ url: URL; response: IncomingMessage }> {
  let { url, form } = request;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await send(url, form, request, reach, signal);
    request.cookies?.store(url, response.headers["set-cookie"] ?? []);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return { url, response };
    response.destroy();
    if (!URL.canParse(location, url)) throw new NetworkError("bad-answer", url.host);
    url = new URL(location, url);
    if (status !== 307 && status !== 308) form = undefined;
  }
  throw new NetworkError("too-many-redirects", url.host);
}

async function send(
  url: URL,
  form: string | undefined,
  { accept, cookies }: HttpRequest,
  { egress, resolve, sockets }: Reach,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new NetworkError("unsupported-scheme", url.protocol);
  const destination = await unlessAborted(deviceDestination(url.hostname, egress, resolve), signal);
  const body = form === undefined ? undefined : Buffer.from(form);
  const cookie = cookies?.header(url);
  return pinnedRequest(url, destination === OWN_LOOPBACK ? await connectOwn(url, sockets) : destination, {
    method: body ? "POST" : "GET",
    headers: {
      "user-agent": USER_AGENT,
      accept,
      "accept-encoding": "gzip, deflate, br",
      "accept-language": "en, *;q=0.5",
      ...(cookie === undefined ? {} : { cookie }),
      ...(body ? { "content-type": "application/x-www-form-urlencoded", "content-length": body.length } : {}),
    },
    ...(body && { body }),
    signal,
  });
}

function certificateOf({ socket }: IncomingMessage): Certificate | undefined {
  const { subject, issuer, valid_to: validTo } = (socket as TLSSocket).getPeerCertificate();
  const first = (name: string | string[] | undefined): string => (Array.isArray(name) ? (name[0] ?? "") : (name ?? ""));
  // A resumed session has no certificate.
  if (!subject || !issuer) return undefined;
  return { subject: first(subject.CN), issuer: first(issuer.O ?? issuer.CN), validTo };
}

async function decompressed(response: IncomingMessage): Promise<Readable> {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const zlib = await import("node:zlib");
  const decoder =
    encoding === "br"
      ? zlib.createBrotliDecompress()
      : /^(x-)?gzip$|^deflate$/.test(encoding)
        ? zlib.createUnzip()
        : undefined;
  if (!decoder) throw new NetworkError("bad-answer", `content-encoding ${encoding}`);
  response.once("error", (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

/** Connects to a port of the device itself. Throws NetworkError if there is no listener. */
async function connectOwn(url: URL, sockets: NetworkReach["sockets"]): Promise<() => Duplex> {
  const isSecure = url.protocol === "https:";
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const socket = await sockets?.connect(`tcp:${port}`);
  if (!socket) {
    const refused = Object.assign(new Error(`connect ECONNREFUSED ${url.host}`), { code: "ECONNREFUSED" });
    throw new NetworkError("unreachable", url.host, refused);
  }
  if (!isSecure) return () => socket;
  const { connect } = await import("node:tls");
  const servername = isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? url.hostname : "";
  return () => connect({ socket, servername });
}
