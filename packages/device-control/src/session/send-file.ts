import { Readable } from "node:stream";
import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import { MAX_UPLOAD_BYTES } from "@terrarium/contract/proxy";
import { allowedAddresses } from "@terrarium/egress/egress";
import { NetworkError } from "@terrarium/egress/network-error";
import { pinnedRequest } from "@terrarium/egress/pinned-request";
import { AppError } from "@terrarium/platform/base/app-error";
import { cannotTransfer, type FetchReach, toRefusal, toUrl } from "./fetch-file.ts";

/** A file of a device during its transfer. The signal ends the transfer. */
export interface SentFile {
  sizeBytes: number;
  content: Readable;
  signal: AbortSignal;
}

const SENDING = "Sending to";

/**
 * Sends a file by PUT to an http or https address that the devices' apps may reach. Redirects are refused. Owns the
 * content and always destroys it. Resolves with the number of bytes. Throws invalid_request, body_too_large,
 * egress_off, or not_possible with the reason.
 */
export async function sendFile(address: string, file: SentFile, reach: FetchReach): Promise<number> {
  const { egress, resolve, stalledMs = DEVICE_LIMITS.stalledTransferMs, maxBytes = MAX_UPLOAD_BYTES } = reach;
  const { sizeBytes, content, signal } = file;
  try {
    if (sizeBytes > maxBytes) throw new AppError("body_too_large", { limitBytes: maxBytes });
    const url = toUrl(address);
    const response = await pinnedRequest(url, await allowedAddresses(url.hostname, egress, resolve), {
      method: "PUT",
      headers: { "content-length": sizeBytes, "content-type": "application/octet-stream" },
      body: Readable.from(exactly(content, sizeBytes, url.host)),
      idleMs: stalledMs,
      signal,
    });
    const { statusCode = 0 } = response;
    response.destroy();
    if (statusCode < 200 || statusCode >= 300) throw cannotTransfer(SENDING, address, `it answers ${statusCode}`);
    return sizeBytes;
  } catch (error) {
    signal.throwIfAborted();
    throw toRefusal(SENDING, address, error);
  } finally {
    content.destroy();
  }
}

/** Fails if the device sends more or less than it said: the rest could be taken for another request. */
async function* exactly(content: Readable, sizeBytes: number, host: string): AsyncGenerator<Buffer> {
  let leftBytes = sizeBytes;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    leftBytes -= chunk.length;
    if (leftBytes < 0) break;
    yield chunk;
  }
  if (leftBytes !== 0) throw new NetworkError("bad-answer", host);
}
