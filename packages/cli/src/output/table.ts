import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";

const GAP = "  ";
/** What would move the cursor or break the line; names and reasons come from others. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
export interface Column<Row> {
  title: string;
  value: (row: Row) => string | number | null | undefined;
}

/** A row for each, in columns as wide as their widest cell; nothing of them can change what else is on a terminal. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    columns.map(({ value }) => stripVTControlCharacters(String(value(row) ?? "-")).replaceAll(CONTROLS, " ")),
  );
  const lines = [columns.map(({ title }) => title), ...cells];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => stringWidth(line[index] ?? ""))));
  const drawn = lines.map((line) =>
    line
      .map((cell, index) => cell + " ".repeat((widths[index] ?? 0) - stringWidth(cell)))
      .join(GAP)
      .trimEnd(),
  );
  return `${drawn.join("\n")}\n`;
}
