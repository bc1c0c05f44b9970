import type { IncomingMessage } from "node:http";
import { cutUtf8 } from "@terrarium/adb/cut-text";
import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import type { WebhookFailure } from "@terrarium/contract/webhooks";
import { allowedAddresses, type Egress, type Resolve } from "@terrarium/egress/egress";
import { NetworkError, type NetworkProblem, toNetworkError } from "@terrarium/egress/network-error";
import { pinnedLookup } from "@terrarium/egress/pinned-lookup";
import { storableText } from "../base/storable.ts";

/** What a receiver answered, or why there is no answer. */
export interface Posted {
  status: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  failure: WebhookFailure | null;
}

export interface PostReach {
  egress: Egress;
  resolve: Resolve;
  /** Default: WEBHOOK_LIMITS.attemptMs. */
  attemptMs?: number;
}

/** Who answers a status does not get more time than this for what follows it. */
const ANSWER_MS = 1_000;

const FAILURES: Partial<Record<NetworkProblem, WebhookFailure>> = {
  "egress-off": "address_not_allowed",
  "address-not-allowed": "address_not_allowed",
  "unknown-host": "unknown_host",
  "bad-certificate": "bad_certificate",
  "bad-answer": "bad_answer",
};

/**
 * Posts JSON to a receiver, once: its host is resolved, and only the addresses that were checked are connected to. No
 * redirect is followed, and of the answer little is read. Rejects only with the signal's reason.
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
      // A kept connection belongs to a name whose addresses were checked at another time.
      agent: false,
      lookup: pinnedLookup(addresses),
      signal,
      headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    })
      .once("response", settle)
      .on("error", reject)
      // It may also end without an error: by going over to another protocol, which nobody asked for.
      .once("close", () => reject(new NetworkError("bad-answer", url.host)))
      .end(body);
  });
}

/** What comes of an answer at once and fits; the rest is left, and the connection ended. */
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
    // The status says how it went; an answer that breaks off is shown as far as it came.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return storableText(Buffer.from(cutUtf8(Buffer.concat(chunks), WEBHOOK_LIMITS.answerBytes)).toString());
}

/** The look-up of a name cannot be ended; nobody waits for it any longer. */
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
