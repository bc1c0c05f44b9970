import type { FastifyReply } from "fastify";

export type CsvCell = string | number;

/** Without it, Excel takes UTF-8 for the computer's own code page: a name in Chinese would be unreadable. */
const BYTE_ORDER_MARK = "\u{FEFF}";
/** By what a formula begins; in Excel with an East Asian input method also by the full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A table as RFC 4180 text, for spreadsheets: it begins with a byte order mark, and a cell that would run as a formula is
 * made text by an apostrophe.
 */
export function toCsv(header: readonly string[], rows: ReadonlyArray<readonly CsvCell[]>): string {
  return BYTE_ORDER_MARK + toCsvRows([header, ...rows]);
}

/** More rows, to be put after a table. */
export const toCsvRows = (rows: ReadonlyArray<readonly CsvCell[]>): string =>
  rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");

function toCell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  // Where semicolons or tabs part the cells of a spreadsheet, they are text as well.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Marks the answer as a file to save. `name` has only letters, digits, dots, hyphens and underscores. */
export function asDownload(reply: FastifyReply, contentType: string, name: string): void {
  reply.type(contentType).header("content-disposition", `attachment; filename="${name}"`);
}
