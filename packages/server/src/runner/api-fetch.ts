import { type IncomingMessage, request as httpRequest } from "node:http";
import { cutText } from "@terrarium/adb/cut-text";
import { type BodyBudget, NO_MEMORY_FOR_BODY } from "./body-budget.ts";
import type { ResponseHead } from "./guest/guest.ts";
import type { ScriptRequest } from "./messages.ts";

/** Headers that pages may not set either (Fetch standard, "forbidden request-header"), and those that proxies set. */
const FORBIDDEN_HEADER =
  /^(accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|forwarded|host|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip|x-terrarium-.*)$/i;

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
  /** Headers of our own: the script can neither set nor see them. */
  ownHeaders: Readonly<Record<string, string>>;
  /** The largest answer that is taken. */
  responseBytes: number;
  /** Where the memory for the answer's body is taken from; it is given back by whoever gets the answer. */
  bodies: BodyBudget;
  signal: AbortSignal;
}

/**
 * Makes a script's request to this server's own API; redirects are not followed. Rejects with TypeError, as fetch
 * does, or as aborted.
 */
export async function fetchOwnApi(
  { url, method, headers }: ScriptRequest,
  body: Uint8Array | undefined,
  options: FetchOptions,
): Promise<ApiResponse> {
  const response = await send(resolveUrl(url, options.address), method, headers, body, options);
  return {
    head: {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? "",
      url,
      headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    },
    body: await readBody(response, options),
  };
}

function send(
  url: URL,
  method: string,
  headers: [name: string, value: string][],
  body: Uint8Array | undefined,
  { ownHeaders, signal }: FetchOptions,
) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const allowed = Object.fromEntries(headers.filter(([name]) => !FORBIDDEN_HEADER.test(name)));
    // Each request has a connection of its own: none can outlive its run.
    const sent = { ...allowed, ...ownHeaders, "content-length": body?.byteLength ?? 0 };
    httpRequest(url, { method, signal, agent: false, headers: sent })
      .once("response", resolve)
      .on("error", reject)
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
      `A script's fetch reaches only this service's API (${own.origin}${API_PATH}…), not ${cutText(url, 200)}`,
    );
  }
  return new URL(asked.pathname + asked.search, own);
}

async function readBody(response: IncomingMessage, { responseBytes, bodies }: FetchOptions): Promise<ArrayBuffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size + chunk.length > responseBytes)
        throw new TypeError(`The answer is larger than the ${responseBytes} bytes that a script can receive`);
      if (!bodies.take(chunk.length)) throw new TypeError(NO_MEMORY_FOR_BODY);
      size += chunk.length;
      chunks.push(chunk);
    }
  } catch (error) {
    bodies.give(size);
    throw error;
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body.buffer;
}
