import { TerrariumError } from "@terrarium/sdk/terrarium-error";
import { codeOf } from "../exit-codes.ts";
import { inOneLine } from "./in-one-line.ts";
import { suggestionFor } from "./suggestions.ts";
import { type Column, tableOf } from "./table.ts";

export const FORMATS = ["table", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** SGR parameters and their resets (ECMA-48). Node 20 does not have `styleText`. */
const STYLES = { bold: [1, 22], red: [31, 39] } as const;
const styled = (style: keyof typeof STYLES, text: string): string =>
  `\u001b[${STYLES[style][0]}m${text}\u001b[${STYLES[style][1]}m`;

const hasColor = (stream: NodeJS.WriteStream): boolean => stream.isTTY && !process.env["NO_COLOR"];

/** Prints rows as a table for people, or their source objects as JSON for programs. */
export function printRows<Row>(
  format: Format | undefined,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): void {
  if (format === "json") return printJson(rows);
  const table = tableOf(columns, rows);
  const head = table.slice(0, table.indexOf("\n"));
  process.stdout.write(hasColor(process.stdout) ? styled("bold", head) + table.slice(head.length) : table);
}

/** Prints one object: its fields by name for people, or all of it as JSON for programs. */
export function printOne<Row>(format: Format | undefined, columns: readonly Column<Row>[], row: Row): void {
  if (format === "json") return printJson(row);
  const parts: Column<Column<Row>>[] = [
    { title: "", value: ({ title }) => title },
    { title: "", value: ({ value }) => value(row) },
  ];
  process.stdout.write(tableOf(parts, columns).slice(1));
}

export const printJson = (value: unknown): void =>
  void process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);

/** Prints one line for people that is not part of the result. It may contain names chosen by others. */
export const tell = (text: string): void => void process.stderr.write(`${inOneLine(text)}\n`);

/** Prints a failure, the suggestion and the request id; as JSON for programs. */
export function tellFailure(error: unknown, format: Format | undefined): void {
  const message = error instanceof Error ? error.message : String(error);
  const ofServer = error instanceof TerrariumError ? error : undefined;
  const code = ofServer?.code ?? codeOf(error);
  const { status = 0, requestId } = ofServer ?? {};
  const suggestion = suggestionFor(code, ofServer?.suggestion);
  if (format === "json") {
    process.stderr.write(`${JSON.stringify({ error: { message, code, status, suggestion, requestId } })}\n`);
    return;
  }
  const mark = hasColor(process.stderr) ? styled("red", "error:") : "error:";
  process.stderr.write(`${mark} ${inOneLine(message)}\n`);
  if (suggestion) tell(suggestion);
  if (requestId && status >= 500) tell(`request id: ${requestId}`);
}
