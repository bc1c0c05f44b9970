/**
 * One word of a POSIX shell command line that arrives exactly as it is (POSIX.1-2017, XCU 2.2.2 Single-Quotes: all
 * characters between single quotes are literal, and a single quote cannot be among them).
 */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
