import { cutText } from "@terrarium/bounds/cut-text";
import type { Intent } from "@terrarium/phone-system/system-ui";
import { MAX_ADDRESS_CHARS } from "./messages-store.ts";

/** The receiver of a message, and its initial text. */
export interface SmsRequest {
  address: string;
  body: string;
}

/**
 * Parses an intent for Messages (RFC 5724 `sms:` URIs, Android's extra `sms_body`). Returns undefined for other
 * intents.
 */
export function smsRequest({ dataUri = "", extras = {} }: Intent): SmsRequest | undefined {
  const match = /^(?:sms|smsto|mms|mmsto):(?:\/\/)?([^?]*)(?:\?(.*))?$/i.exec(dataUri);
  const text = extras.sms_body ?? extras["android.intent.extra.TEXT"];
  if (!match) return text === undefined ? undefined : { address: "", body: text };
  const inUri = new URLSearchParams(match[2] ?? "").get("body");
  return {
    address: cutText(decode(match[1] ?? "").trim(), MAX_ADDRESS_CHARS),
    body: text ?? inUri ?? "",
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign is literal.
    return text;
  }
}
