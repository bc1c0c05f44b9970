import type { IncomingMessage } from "node:http";
import { cutUtf8 } from "@terrarium/adb/cut-text";
import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import type { WebhookFailure } from "@terrarium/contract/webhooks";
import { allowedAddresses, type Egress, type Resolve } from "@terrarium/egress/egress";
import { NetworkError, type NetworkProblem, toNetworkError } from "@terrarium/egress/network-error";
import { pinnedLookup } from "@terrarium/egress/pinned-lookup";
import { storableText } from "@terrarium/platform/base/storable";

/** A receiver's response, or the reason why there is none. */
export interface Posted {
  status: number | null;
  /** The start of the response body. */
  answer: string | null;
  failure: WebhookFailure | null;
}

export interface PostReach {
  egress: Egress;
  resolve: Resolve;
  /** Default: WEBHOOK_LIMITS.attemptMs. */
  attemptMs?: number;
}

/** Timeout for reading the response body. */
const ANSWER_MS = 1_000;

const FAILURES: Partial<Record<NetworkProblem, WebhookFailure>> = {
  "egress-off": "address_not_allowed",
  "address-not-allowed": "address_not_allowed",
  "unknown-host": "unknown_host",
  "bad-certificate": "bad_certificate",
  "bad-answer": "bad_answer",
};

/**
 * Posts JSON to a receiver, once. Resolves its host, and connects only to checked addresses. Follows no redirect, and
 * reads little of the response. Rejects only with the signal's reason.
 */
export async function postJson(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  { egress, resolve, attemptMs = WEBHOOK_LIMITS.attemptMs }: PostReach,
  signal: AbortSignal,
): Promise<Posted> {
  const timeLimit = AbortSignal.timeout(attemptMs);
  const either = AbortSignal.any([timeLimit, signal]);
  try {
    const addresses = await unlessAborted(allowedAddresses(url.hostname, egress, resolve), either);
    const response = await send(url, body, headers, addresses, either);
    const status = response.statusCode ?? 0;
    const answer = await readBeginning(response);
    return { status, answer, failure: status >= 300 && status < 400 ? "redirect" : null };
  } catch (error) {
    signal.throwIfAborted();
    const failure = timeLimit.aborted ? "timeout" : (FAILURES[toNetworkError(error, url).problem] ?? "unreachable");
    return { status: null, answer: null, failure };
  }
}

async function send(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  return new Promise((settle, reject) => {
    request({
      protocol: url.protocol,
      hostname: url.hostname.replaceAll(/^\[|\]$/g, ""),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: "POST",
      // No keep-alive: its connection may belong to a name with addresses checked at another time.
      agent: false,
      lookup: pinnedLookup(addresses),
      signal,
      headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    })
      .once("response", settle)
      .on("error", reject)
      // The request may also end without an error, by an unrequested protocol switch.
      .once("close", () => reject(new NetworkError("bad-answer", url.host)))
      .end(body);
  });
}

/** Returns the part of a response that arrives quickly and fits. Drops the rest and ends the connection. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), ANSWER_MS);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > WEBHOOK_LIMITS.answerBytes) break;
    }
  } catch {
    // The status is the result. A truncated response is shown as far as it arrived.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return storableText(Buffer.from(cutUtf8(Buffer.concat(chunks), WEBHOOK_LIMITS.answerBytes)).toString());
}

/** A name look-up cannot be aborted, but it is no longer awaited. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
