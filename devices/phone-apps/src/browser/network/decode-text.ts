/** Decodes a body by its byte order mark, the server's charset, or the document's declaration. */
export function decodeText(body: Buffer, contentType: string): string {
  const label = markedEncoding(body) ?? /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? namedWithin(body);
  return (label === undefined ? undefined : decodeAs(body, label)) ?? decodeUnnamed(body);
}

function markedEncoding(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : undefined;
}

/**
 * Returns the encoding in a meta element or a style sheet's first rule, within the first bytes (HTML, "prescan a byte
 * stream").
 */
function namedWithin(body: Buffer): string | undefined {
  const head = body.toString("latin1", 0, 2048);
  const name =
    /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1] ??
    /^@charset "([\w-]{1,40})";/.exec(head)?.[1];
  // The declaration was readable as ASCII, so the encoding is not UTF-16.
  return name !== undefined && /^utf-16/i.test(name) ? "utf-8" : name;
}

function decodeAs(body: Buffer, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    // The encoding is unknown.
    return undefined;
  }
}

/** Text without a declaration is UTF-8, or otherwise the encoding of old western pages. */
function decodeUnnamed(body: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return new TextDecoder("windows-1252").decode(body);
  }
}
