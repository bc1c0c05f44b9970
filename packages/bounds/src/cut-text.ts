const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Length of text before the cut that is searched for the last whole letter. */
const WINDOW_CHARS = 256;

/** Returns the beginning of a text, at most `maxChars` UTF-16 units, ending with a whole letter or emoji. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = Math.max(0, maxChars - WINDOW_CHARS);
  let end = start;
  for (const { index, segment } of graphemes.segment(text.slice(start, maxChars + WINDOW_CHARS))) {
    if (start + index + segment.length > maxChars) break;
    end = start + index + segment.length;
  }
  // A single letter with very many accents.
  return text.slice(0, end === start ? maxChars : end).replace(/[\ud800-\udbff]$/, "");
}

/** Returns the end of a text, at most `maxChars` UTF-16 units, without half a character at its start. */
export function cutTextStart(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : text.slice(text.length - maxChars).replace(/^[\udc00-\udfff]/, "");
}

/** Returns the beginning of UTF-8 data, at most `maxBytes`, without a partial character at its end. */
export function cutUtf8(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length <= maxBytes) return bytes;
  // RFC 3629: a character has four bytes at most, and all but its first one start with the bits 10.
  for (let end = maxBytes; end >= Math.max(0, maxBytes - 3); end -= 1)
    if (((bytes[end] ?? 0) & 0xc0) !== 0x80) return bytes.subarray(0, end);
  return bytes.subarray(0, Math.max(0, maxBytes));
}

/** Returns the end of UTF-8 data, at most `maxBytes`, without a partial character at its start. */
export function cutUtf8Start(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const start = bytes.length - maxBytes;
  if (start <= 0) return bytes;
  let at = start;
  while (at < start + 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return bytes.subarray(at);
}

/** Returns the beginning of a text with at most `maxBytes` in UTF-8. */
export function cutTextToBytes(text: string, maxBytes: number): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(cutUtf8(new TextEncoder().encode(text), maxBytes));
}
