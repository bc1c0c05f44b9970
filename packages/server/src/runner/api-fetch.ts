import { type IncomingMessage, request as httpRequest } from "node:http";
import { cutText } from "@terrarium/bounds/cut-text";
import { type BodyBudget, NO_MEMORY_FOR_BODY } from "./body-budget.ts";
import type { ResponseHead } from "./guest/guest.ts";
import type { ScriptRequest } from "./messages.ts";

/** Headers that pages may not set either (Fetch standard, "forbidden request-header"), and headers set by proxies. */
const FORBIDDEN_HEADER =
  /^(accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|forwarded|host|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip|x-terrarium-.*)$/i;

const API_PATH = "/api/v1/";
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export interface ApiAddress {
  /** This server's own address, over plain HTTP. */
  baseUrl: string;
  /** Its external address, if different. */
  publicUrl: string | undefined;
}

export interface ApiResponse {
  head: ResponseHead;
  body: ArrayBuffer;
}

interface FetchOptions {
  address: ApiAddress;
  /** Internal headers. The script can neither set nor read them. */
  ownHeaders: Readonly<Record<string, string>>;
  /** Largest accepted response. */
  responseBytes: number;
  /** Budget for the response's body. The receiver of the response gives the memory back. */
  bodies: BodyBudget;
  signal: AbortSignal;
}

/**
 * Sends a script's request to this server's own API, without following redirects. Rejects with TypeError, as fetch
 * does, or when aborted.
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
    // Each request uses its own connection, so that none outlives its run.
    const sent = { ...allowed, ...ownHeaders, "content-length": body?.byteLength ?? 0 };
    httpRequest(url, { method, signal, agent: false, headers: sent })
      .once("response", resolve)
      .on("error", reject)
      .end(body);
  });
}

/** Returns the address on this machine for a script's URL. Throws TypeError if it leads elsewhere. */
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
