import type { SKRSContext2D } from "@napi-rs/canvas";
import { Draw, View } from "@terrarium/phone-ui/render/elements";
import { EMOJI_PRESENTATION } from "@terrarium/phone-ui/render/font-files";
import { fontFor } from "@terrarium/phone-ui/render/fonts";
import { memo, useCallback, type ReactElement } from "react";
import { monoAdvance } from "./mono-advance.ts";
import type { CellRun } from "./row-cells.ts";

/** Returns the cell size of a font size, in dp. */
export function cellSize(fontSize: number): { width: number; height: number } {
  return { width: fontSize * monoAdvance(), height: Math.round(fontSize * 1.35 * 2) / 2 };
}

/**
 * A line of the terminal. It is drawn again only when its look, `runs` as JSON, changes. Accessibility services read
 * its text.
 */
export const TerminalRow = memo(function TerminalRow(props: {
  text: string;
  runs: string;
  fontSize: number;
  line: number;
  onPress: () => void;
  onLongPress: (line: number) => void;
}): ReactElement {
  const { runs, fontSize, text, line, onLongPress } = props;
  const draw = useCallback(
    (context: SKRSContext2D, _width: number, height: number, scale: number) =>
      // The row's owner serialized it from the same type.
      drawRuns(context, JSON.parse(runs) as CellRun[], fontSize * scale, height),
    [runs, fontSize],
  );
  return (
    <View
      id="line"
      {...(text === "" ? {} : { label: text })}
      onPress={props.onPress}
      onLongPress={() => onLongPress(line)}
      rippleColor="#00000000"
      style={{ grow: 1 }}
    >
      {runs === "[]" ? null : <Draw style={{ grow: 1 }} draw={draw} passThrough />}
    </View>
  );
});

/** Characters that the monospace font may lack, of any width. */
const FOREIGN = /[^\0-\u02ff]/u;

/** Draws a cell's characters. Characters of another font are centered in their columns and scaled to fit. */
function drawCell(
  context: SKRSContext2D,
  cell: string,
  font: Parameters<typeof fontFor>[1],
  place: { left: number; baseline: number; width: number },
): void {
  // The monospace font has the parts of some emoji and would draw them side by side.
  const name = fontFor(cell, font, EMOJI_PRESENTATION.test(cell) ? "sans" : "mono");
  // Setting a font is slow, even the same one.
  if (context.font !== name) context.font = name;
  const { left, baseline, width } = place;
  if (!FOREIGN.test(cell)) return context.fillText(cell, left, baseline);
  const wants = context.measureText(cell).width;
  if (wants <= width) return context.fillText(cell, left + (width - wants) / 2, baseline);
  context.save();
  context.translate(left, baseline);
  context.scale(width / wants, width / wants);
  context.fillText(cell, 0, 0);
  context.restore();
}

function drawRuns(context: SKRSContext2D, runs: readonly CellRun[], sizePx: number, heightPx: number): void {
  const width = sizePx * monoAdvance();
  const baseline = Math.round(heightPx * 0.74);
  const thickness = Math.max(1, Math.round(sizePx / 14));
  for (const { column, cells, color, background, bold, italic, underline, strikethrough } of runs) {
    const left = column * width;
    const right = (column + cells.length) * width;
    if (background !== undefined) {
      context.fillStyle = background;
      // Edges are rounded to whole pixels, so that adjacent runs leave no seam.
      context.fillRect(Math.round(left), 0, Math.round(right) - Math.round(left), heightPx);
    }
    context.fillStyle = color;
    const font = { sizePx, weight: bold ? 700 : 400, italic } as const;
    // Each cell is drawn alone, so that ligatures do not form and every column keeps its place with any fallback font.
    for (const [index, cell] of cells.entries()) {
      if (cell === " " || cell === "") continue;
      const columns = cells[index + 1] === "" ? 2 : 1;
      drawCell(context, cell, font, { left: left + index * width, baseline, width: columns * width });
    }
    if (underline) context.fillRect(left, baseline + 2 * thickness, right - left, thickness);
    if (strikethrough) context.fillRect(left, Math.round(baseline - sizePx * 0.28), right - left, thickness);
  }
}
