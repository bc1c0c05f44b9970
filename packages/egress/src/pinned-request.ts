import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { type Duplex, pipeline, Readable } from "node:stream";
import { hostOf } from "./device-destination.ts";
import { NetworkError } from "./network-error.ts";
import { pinnedLookup } from "./pinned-lookup.ts";

/** Checked addresses of a URL's host, or a function that returns an open connection to it. */
export type PinnedDestination = readonly string[] | (() => Duplex);

export interface PinnedRequest {
  /** Default: GET. */
  method?: string;
  headers: OutgoingHttpHeaders;
  /** A stream is read as the server takes it, and fails the request if it fails. */
  body?: string | Buffer | Readable;
  signal?: AbortSignal;
  /** Time without data after which the request fails. Default: unlimited. */
  idleMs?: number;
}

/**
 * Sends an http or https request to a checked destination only, without following redirects. Resolves before the body.
 * Rejects with NetworkError, or an error for `toNetworkError`.
 */
export async function pinnedRequest(
  url: URL,
  destination: PinnedDestination,
  { method = "GET", headers, body, signal, idleMs }: PinnedRequest,
): Promise<IncomingMessage> {
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const isConnected = typeof destination === "function";
  return new Promise((settle, reject) => {
    const asked = request({
      protocol: url.protocol,
      hostname: hostOf(url.hostname, isConnected ? [] : destination),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method,
      // No keep-alive: a kept connection would use addresses from an earlier check.
      ...(isConnected ? { createConnection: destination } : { agent: false, lookup: pinnedLookup(destination) }),
      ...(signal && { signal }),
      headers: { host: url.host, ...headers },
    });
    if (idleMs !== undefined) asked.setTimeout(idleMs, () => asked.destroy(new NetworkError("timeout", url.host)));
    asked.once("response", settle).on("error", reject);
    // The request may also end without an error, by an unrequested protocol switch.
    asked.once("close", () => reject(new NetworkError("bad-answer", url.host)));
    // A failed stream destroys the request, which reports it.
    if (body instanceof Readable) pipeline(body, asked, () => undefined);
    else asked.end(body);
  });
}
