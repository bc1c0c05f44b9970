import { cutText } from "@terrarium/bounds/cut-text";
import type { ScriptRequest } from "./messages.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const MAX_URL_CHARS = 10_000;
const MAX_HEADERS = 50;
const MAX_HEADER_NAME_CHARS = 200;
const MAX_HEADER_VALUE_CHARS = 10_000;

/**
 * Throws TypeError for a request that a script may not send. Checked before it leaves the script's thread, because it
 * may be large.
 */
export function requireSendable({ url, method, headers }: ScriptRequest): void {
  if (url.length > MAX_URL_CHARS) throw new TypeError(`fetch: the address has more than ${MAX_URL_CHARS} characters`);
  if (!METHODS.has(method)) throw new TypeError(`fetch: the method is one of ${[...METHODS].join(", ")}`);
  if (headers.length > MAX_HEADERS) throw new TypeError(`fetch: there are more than ${MAX_HEADERS} headers`);
  for (const [name, value] of headers) {
    if (name.length > MAX_HEADER_NAME_CHARS || value.length > MAX_HEADER_VALUE_CHARS)
      throw new TypeError(`fetch: the header ${cutText(name, MAX_HEADER_NAME_CHARS)} is too long`);
  }
}
