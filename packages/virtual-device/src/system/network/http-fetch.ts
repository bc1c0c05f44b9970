import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { allowedAddresses, resolveWithSystem, type Egress, type Resolve } from "./egress.ts";
import { NetworkError } from "./network-error.ts";

export interface HttpRequest {
  url: URL;
  /** A form to send with POST; without one the request is a GET. */
  form?: string;
  accept: string;
  /** The largest body, counted after decompression. */
  maxBytes: number;
  /** For all of it: names, connections, redirects, the body's last byte. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface HttpAnswer {
  /** Where the last redirect led. */
  url: URL;
  status: number;
  contentType: string;
  body: Buffer;
}

/** As many as browsers follow (Fetch standard, section 4.4). */
const maxRedirects = 20;
const userAgent = "Mozilla/5.0 (Linux; Android 14; Terrarium) TerrariumBrowser/1.0 Mobile";

/**
 * Loads what an http or https URL names, as far as the device may reach. A host is resolved once per request; only
 * the addresses that were checked are connected to, the same after each redirect. Throws NetworkError, or the
 * signal's reason.
 */
export async function httpFetch(
  request: HttpRequest,
  reach: { egress: Egress; resolve?: Resolve },
): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any(request.signal ? [timeout, request.signal] : [timeout]);
  try {
    return await follow(request, { resolve: resolveWithSystem, ...reach }, signal);
  } catch (error) {
    request.signal?.throwIfAborted();
    if (timeout.aborted) throw new NetworkError("timeout", `${request.timeoutMs / 1000} s`, error);
    throw toNetworkError(error, request.url);
  }
}

interface Reach {
  egress: Egress;
  resolve: Resolve;
}

async function follow(request: HttpRequest, reach: Reach, signal: AbortSignal): Promise<HttpAnswer> {
  let { url, form } = request;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await send(url, form, request.accept, reach, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) {
      const body = await readBody(response, request.maxBytes, signal);
      return { url, status, contentType: response.headers["content-type"] ?? "", body };
    }
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
  accept: string,
  { egress, resolve }: Reach,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new NetworkError("unsupported-scheme", url.protocol);
  const addresses = await unlessAborted(allowedAddresses(url.hostname, egress, resolve), signal);
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const body = form === undefined ? undefined : Buffer.from(form);
  return new Promise((settle, reject) => {
    const outgoing = request(
      {
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[|\]$/g, ""),
        port: url.port,
        path: `${url.pathname}${url.search}`,
        method: body ? "POST" : "GET",
        // A kept connection belongs to a name whose addresses were checked at another time.
        agent: false,
        lookup: lookupIn(addresses),
        signal,
        headers: {
          "user-agent": userAgent,
          accept,
          "accept-encoding": "gzip, deflate, br",
          "accept-language": "en, *;q=0.5",
          ...(body ? { "content-type": "application/x-www-form-urlencoded", "content-length": body.length } : {}),
        },
      },
      settle,
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Hands the checked addresses to the connection in place of another look-up. */
function lookupIn(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_hostName, options, done) => {
    const [first] = entries;
    if (options.all) done(null, entries);
    else if (first) done(null, first.address, first.family);
    else done(new Error("no address"), "", 4);
  };
}

async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const stream = await decompressed(response);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      // Compressed data that never end arrive faster than any timer fires.
      signal.throwIfAborted();
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw new NetworkError("too-large", `${maxBytes / 1024 ** 2} MB`);
      chunks.push(chunk as Buffer);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
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

function toNetworkError(error: unknown, url: URL): NetworkError {
  if (error instanceof NetworkError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/.test(code))
    return new NetworkError("bad-certificate", url.host, error);
  if (/^HPE_|^Z_|^ERR_(STREAM|ZLIB|BROTLI|HTTP)|PADDING|BROTLI|EPROTO|ERR_SSL/.test(code))
    return new NetworkError("bad-answer", url.host, error);
  return new NetworkError("unreachable", url.host, error);
}
