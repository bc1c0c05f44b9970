import type { FastifyReply } from "fastify";

export type CsvCell = string | number;

/** A table as RFC 4180 text. A cell that a spreadsheet would run as a formula is made text by an apostrophe. */
export function toCsv(header: readonly string[], rows: ReadonlyArray<readonly CsvCell[]>): string {
  return [header, ...rows].map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Marks the answer as a file to save. `name` has only letters, digits, dots, hyphens and underscores. */
export function asDownload(reply: FastifyReply, contentType: string, name: string): void {
  reply.type(contentType).header("content-disposition", `attachment; filename="${name}"`);
}
