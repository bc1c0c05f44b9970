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

interface ApiFetchOptions {
  /** Where this server answers for itself. */
  baseUrl: string;
  /** Its address for others, if that is another. */
  publicUrl: string | undefined;
  responseBytes: number;
}

export interface ApiResponse {
  head: ResponseHead;
  body: ArrayBuffer;
}

/**
 * Makes a script's request, if it goes to this server's own API; redirects are not followed. Rejects with TypeError,
 * as fetch does, or with the signal's reason.
 */
export async function fetchOwnApi(
  request: unknown,
  body: Uint8Array<ArrayBuffer> | undefined,
  options: ApiFetchOptions,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const parsed = ScriptRequest.safeParse(request);
  if (!parsed.success) throw new TypeError(`fetch: ${z.prettifyError(parsed.error)}`);
  const { url, method, headers } = parsed.data;
  const response = await fetch(resolveUrl(url, options), {
    method,
    headers: headers.filter(([name]) => !FORBIDDEN_HEADER.test(name)),
    ...(body ? { body } : {}),
    redirect: "manual",
    signal,
  });
  return {
    head: { status: response.status, statusText: response.statusText, url, headers: [...response.headers] },
    body: await readBody(response, options.responseBytes),
  };
}

/** The address on this machine for a script's; throws TypeError if it leads elsewhere. */
export function resolveUrl(url: string, { baseUrl, publicUrl }: Omit<ApiFetchOptions, "responseBytes">): URL {
  const own = new URL(baseUrl);
  const asked = URL.parse(url, own);
  const origins = new Set([own.origin, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])]);
  for (const name of LOOPBACK_NAMES) origins.add(`http://${name}:${own.port}`);
  if (!asked || !origins.has(asked.origin) || !asked.pathname.startsWith(API_PATH)) {
    throw new TypeError(`A script's fetch reaches only this service's API (${own.origin}${API_PATH}…), not ${url.slice(0, 200)}`);
  }
  return new URL(asked.pathname + asked.search, own);
}

async function readBody(response: Response, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new TypeError(`The answer is larger than the ${maxBytes} bytes that a script can receive`);
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body.buffer;
}
