import type { IncomingMessage } from "node:http";
import { cutUtf8 } from "@terrarium/bounds/cut-text";
import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import type { WebhookFailure } from "@terrarium/contract/webhooks";
import { allowedAddresses, type Egress, type Resolve } from "@terrarium/egress/egress";
import { type NetworkProblem, toNetworkError } from "@terrarium/egress/network-error";
import { pinnedRequest } from "@terrarium/egress/pinned-request";
import { unlessAborted } from "@terrarium/egress/unless-aborted";
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
    const response = await pinnedRequest(url, addresses, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      body,
      signal: either,
    });
    const status = response.statusCode ?? 0;
    const answer = await readBeginning(response);
    return { status, answer, failure: status >= 300 && status < 400 ? "redirect" : null };
  } catch (error) {
    signal.throwIfAborted();
    const failure = timeLimit.aborted ? "timeout" : (FAILURES[toNetworkError(error, url).problem] ?? "unreachable");
    return { status: null, answer: null, failure };
  }
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
