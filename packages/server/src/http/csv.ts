import type { FastifyReply } from "fastify";

export type CsvCell = string | number;

/** Without it, Excel reads UTF-8 in the computer's own code page, and Chinese names become unreadable. */
const BYTE_ORDER_MARK = "\u{FEFF}";
/** First characters of a formula. Excel with an East Asian input method also accepts the full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Returns a table as RFC 4180 text for spreadsheets. It starts with a byte order mark. An apostrophe turns each cell
 * that would run as a formula into text.
 */
export function toCsv(header: readonly string[], rows: ReadonlyArray<readonly CsvCell[]>): string {
  return BYTE_ORDER_MARK + toCsvRows([header, ...rows]);
}

/** Returns further rows, to append to a table. */
export const toCsvRows = (rows: ReadonlyArray<readonly CsvCell[]>): string =>
  rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");

function toCell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  // Some spreadsheets separate cells by semicolons or tabs, so cells with these are quoted as well.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Marks the response as a file to save. `name` has only letters, digits, dots, hyphens and underscores. */
export function asDownload(reply: FastifyReply, contentType: string, name: string): void {
  reply.type(contentType).header("content-disposition", `attachment; filename="${name}"`);
}
