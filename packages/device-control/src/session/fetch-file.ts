import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { cutText } from "@terrarium/bounds/cut-text";
import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import { MAX_UPLOAD_BYTES } from "@terrarium/contract/proxy";
import { allowedAddresses, type Egress, type Resolve } from "@terrarium/egress/egress";
import { NetworkError, type NetworkProblem, toNetworkError } from "@terrarium/egress/network-error";
import { pinnedRequest } from "@terrarium/egress/pinned-request";
import { AppError } from "@terrarium/platform/base/app-error";

/**
 * Addresses that the server may load files for devices from, equal to those of the devices' apps; and limits, for
 * tests.
 */
export interface FetchReach {
  egress: Egress;
  resolve: Resolve;
  maxBytes?: number;
  stalledMs?: number;
}

const MOST_REDIRECTS = 5;
const WORDS: Partial<Record<NetworkProblem, string>> = {
  "address-not-allowed": "devices may not reach that address",
  "unknown-host": "there is no such host",
  "bad-certificate": "its certificate is not good",
  "too-many-redirects": "it leads from one address to the next",
  "too-large": "it is too large",
};

/**
 * Loads a file from an http or https address that the devices' apps may reach. Each host of the redirects is resolved
 * once, and only checked addresses are used. The stream fails above `maxBytes`, and after `stalledMs` without data.
 * Throws invalid_request, egress_off, or not_possible with the reason.
 */
export async function fetchFile(address: string, reach: FetchReach): Promise<Readable> {
  const { stalledMs = DEVICE_LIMITS.stalledTransferMs, maxBytes = MAX_UPLOAD_BYTES } = reach;
  try {
    const response = await open(toUrl(address), reach, stalledMs);
    const content = Readable.from(bounded(response, address, maxBytes));
    // Also closes the connection of unread content.
    content.once("close", () => response.destroy());
    return content;
  } catch (error) {
    throw toRefusal(LOADING, address, error);
  }
}

const LOADING = "Loading";

/** Returns the error of a transfer that an address refuses, with the reason. */
export const cannotTransfer = (verb: string, address: string, detail: string, cause?: unknown): AppError =>
  new AppError("not_possible", { what: `${verb} ${cutText(address, 200)}`, detail }, { cause });

/** Converts a failure of the network to egress_off, or not_possible with the reason. */
export function toRefusal(verb: string, address: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { problem } = toNetworkError(error, new URL(address));
  return problem === "egress-off"
    ? new AppError("egress_off")
    : cannotTransfer(verb, address, WORDS[problem] ?? "nobody answers there", error);
}

/** Parses an address of http or https. Throws invalid_request. */
export function toUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new AppError("invalid_request", {
    detail: `${cutText(address, 200)}: must be a file, or an address of http or https`,
  });
}

async function open(first: URL, { egress, resolve }: FetchReach, stalledMs: number): Promise<IncomingMessage> {
  let url = first;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const response = await pinnedRequest(url, await allowedAddresses(url.hostname, egress, resolve), {
      headers: { accept: "*/*", "accept-encoding": "identity" },
      idleMs: stalledMs,
    });
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
      throw cannotTransfer(LOADING, first.href, `it answers ${statusCode}`);
    url = toUrl(headers.location, url);
  }
  throw new NetworkError("too-many-redirects", first.href);
}

async function* bounded(response: IncomingMessage, address: string, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AppError("body_too_large", { limitBytes: maxBytes });
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : cannotTransfer(LOADING, address, "it broke off", error);
  } finally {
    response.destroy();
  }
}
