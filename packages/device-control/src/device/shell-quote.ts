/**
 * Quotes a text as one word of a POSIX shell command line (POSIX.1-2017, XCU 2.2.2 Single-Quotes). All characters
 * between single quotes are literal, and a single quote cannot occur between them.
 */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
