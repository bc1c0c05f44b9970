import type { ViewStyle } from "@terrarium/phone-ui/render/style";
import { measureText } from "@terrarium/phone-ui/render/text-layout";
import { boxAround, type Block } from "./block.ts";

export interface TableCell {
  block: Block;
  columns: number;
  rows: number;
}

/** A cell and its first column. The cell is undefined where a cell from a row above spans. */
interface Place {
  at: number;
  cell: TableCell | undefined;
}

interface Widths {
  least: number;
  most: number;
}

const COLUMNS_MAX = 60;
const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/**
 * Returns rows of cells. Columns are as wide as their content, together at most `room` dp (CSS 2.2, section 17.5.2.2).
 */
export function tableOf(
  rows: readonly (readonly TableCell[])[],
  rowStyle: ViewStyle,
  room: number,
  fontScale: number,
): Block {
  const places = placesOf(rows);
  const widths = columnWidths(places.flat(), room, fontScale);
  const children = places.map((row): Block => {
    const cells = row.map(({ at, cell }): Block => {
      const width = total(widths.slice(at, at + (cell?.columns ?? 1)));
      const style: ViewStyle = { ...cell?.block.style, width, shrink: 1 };
      return { ...cell?.block, style, content: cell?.block.content ?? { kind: "box", children: [] } };
    });
    return { style: { ...rowStyle, direction: "row" }, content: { kind: "box", children: cells } };
  });
  return boxAround({ marginTop: 14, width: total(widths), maxWidth: "100%", alignSelf: "start" }, children);
}

function placesOf(rows: readonly (readonly TableCell[])[]): Place[][] {
  /** For each column, the number of further rows that a cell from above spans. */
  const held = Array.from({ length: COLUMNS_MAX }, () => 0);
  return rows.map((cells) => {
    const places: Place[] = [];
    let at = 0;
    const skipHeld = (): void => {
      for (; (held[at] ?? 0) > 0; at++) {
        places.push({ at, cell: undefined });
        held[at] = (held[at] ?? 0) - 1;
      }
    };
    for (const cell of cells) {
      skipHeld();
      const columns = Math.min(cell.columns, COLUMNS_MAX - at);
      if (columns <= 0) break;
      places.push({ at, cell: { ...cell, columns } });
      held.fill(cell.rows - 1, at, at + columns);
      at += columns;
    }
    skipHeld();
    return places;
  });
}

function columnWidths(places: readonly Place[], room: number, fontScale: number): number[] {
  const columns: Widths[] = [];
  for (const { at, cell } of places) {
    if (!cell) continue;
    const own = widthsOf(cell.block, fontScale);
    for (let column = at; column < at + cell.columns; column++) {
      const { least, most } = columns[column] ?? { least: 0, most: 0 };
      columns[column] = {
        least: Math.max(least, own.least / cell.columns),
        most: Math.max(most, own.most / cell.columns),
      };
    }
  }
  const leastSum = total(columns.map(({ least }) => least));
  const mostSum = total(columns.map(({ most }) => most));
  if (mostSum <= room) return columns.map(({ most }) => most);
  if (leastSum >= room) return columns.map(({ least }) => (least * room) / leastSum);
  const share = (room - leastSum) / (mostSum - leastSum);
  return columns.map(({ least, most }) => least + (most - least) * share);
}

/**
 * Returns a block's widths in dp, with padding: `least` with a line break after every word, `most` without added
 * breaks.
 */
function widthsOf({ style, content }: Block, fontScale: number): Widths {
  const { padding = 0, paddingX = padding, paddingLeft = paddingX } = style;
  const wide = (least: number, most: number): Widths => ({
    least: Math.ceil(least + paddingLeft + paddingX),
    most: Math.ceil(most + paddingLeft + paddingX),
  });
  if (typeof style.width === "number") return wide(Math.min(style.width, 100), style.width);
  if (content.kind === "image") return wide(24, content.image.width ?? 100);
  if (content.kind === "control") return wide(64, 100);
  const inner = (content.kind === "box" ? content.children : content.boxes).map((each) => widthsOf(each, fontScale));
  let least = Math.max(0, ...inner.map((each) => each.least));
  if (content.kind === "box") return wide(least, Math.max(0, ...inner.map((each) => each.most)));
  let [line, most] = [0, 0];
  for (const {
    text,
    size = content.text.size,
    weight = content.text.weight,
    italic = false,
    mono = false,
  } of content.spans) {
    const face = mono ? "mono" : "sans";
    const font = { sizePx: size * fontScale, weight, letterSpacingPx: 0, italic, face } as const;
    for (const word of text.split(/(?<=[ \n\ufffc])/)) {
      const width = measureText(word.trimEnd(), font);
      line += width + (word.endsWith(" ") ? measureText(" ", font) : 0);
      [least, most] = [Math.max(least, width), Math.max(most, line)];
      if (word.endsWith("\n")) line = 0;
    }
  }
  return wide(least + 1, most + total(inner.map((each) => each.most)) + 1);
}
