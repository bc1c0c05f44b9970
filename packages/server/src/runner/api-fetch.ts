import { type IncomingMessage, request as httpRequest } from "node:http";
import { z } from "zod";
import type { ResponseHead } from "./guest/guest.ts";

/** What a script may send: the interpreter's own code checks it too, but is within the script's reach. */
const ScriptRequest = z.object({
  url: z.string().max(10_000),
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
  headers: z.array(z.tuple([z.string().max(200), z.string().max(10_000)])).max(50),
});

/** Headers that pages may not set either (Fetch standard, "forbidden request-header"), and those that proxies set. */
const FORBIDDEN_HEADER =
  /^(accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|forwarded|host|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip)$/i;

const API_PATH = "/api/v1/";
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export interface ApiAddress {
  /** Where this server answers for itself, over plain HTTP. */
  baseUrl: string;
  /** Its address for others, if that is another. */
  publicUrl: string | undefined;
}

export interface ApiResponse {
  head: ResponseHead;
  body: ArrayBuffer;
}

interface FetchOptions {
  address: ApiAddress;
  /** The largest answer that is taken. */
  responseBytes: number;
  signal: AbortSignal;
}

/**
 * Makes a script's request to this server's own API; redirects are not followed. Rejects with TypeError, as fetch
 * does, or as aborted.
 */
export async function fetchOwnApi(
  request: unknown,
  body: Uint8Array | undefined,
  options: FetchOptions,
): Promise<ApiResponse> {
  const parsed = ScriptRequest.safeParse(request);
  if (!parsed.success) throw new TypeError(`fetch: ${z.prettifyError(parsed.error)}`);
  const { url, method, headers } = parsed.data;
  const response = await send(resolveUrl(url, options.address), method, headers, body, options.signal);
  return {
    head: {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? "",
      url,
      headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    },
    body: await readBody(response, options.responseBytes),
  };
}

function send(
  url: URL,
  method: string,
  headers: [name: string, value: string][],
  body: Uint8Array | undefined,
  signal: AbortSignal,
) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const allowed = Object.fromEntries(headers.filter(([name]) => !FORBIDDEN_HEADER.test(name)));
    // Each request has a connection of its own: none can outlive its run.
    httpRequest(url, { method, signal, agent: false, headers: { ...allowed, "content-length": body?.byteLength ?? 0 } })
      .once("response", resolve)
      .once("error", reject)
      .end(body);
  });
}

/** The address on this machine for a script's; throws TypeError if it leads elsewhere. */
function resolveUrl(url: string, { baseUrl, publicUrl }: ApiAddress): URL {
  const own = new URL(baseUrl);
  const asked = URL.parse(url, own);
  const origins = new Set([own.origin, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])]);
  for (const name of LOOPBACK_NAMES) origins.add(`http://${name}:${own.port}`);
  if (!asked || !origins.has(asked.origin) || !asked.pathname.startsWith(API_PATH)) {
    throw new TypeError(
      `A script's fetch reaches only this service's API (${own.origin}${API_PATH}…), not ${url.slice(0, 200)}`,
    );
  }
  return new URL(asked.pathname + asked.search, own);
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes)
      throw new TypeError(`The answer is larger than the ${maxBytes} bytes that a script can receive`);
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  Buffer.concat(chunks, size).copy(body);
  return body.buffer;
}
