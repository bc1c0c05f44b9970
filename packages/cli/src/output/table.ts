import stringWidth from "string-width";
import { inOneLine } from "./in-one-line.ts";

const GAP = "  ";
export interface Column<Row> {
  title: string;
  value: (row: Row) => string | number | null | undefined;
}

/** Formats rows in columns as wide as their widest cell. Control sequences in cells are removed. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(({ value }) => inOneLine(String(value(row) ?? "-"))));
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
