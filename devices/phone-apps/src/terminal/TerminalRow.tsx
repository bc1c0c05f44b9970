import type { SKRSContext2D } from "@napi-rs/canvas";
import { Draw, View } from "@terrarium/phone-ui/render/elements";
import { emojiPresentation } from "@terrarium/phone-ui/render/font-files";
import { fontFor } from "@terrarium/phone-ui/render/fonts";
import { memo, useCallback, type ReactElement } from "react";
import { monoAdvance } from "./mono-advance.ts";
import type { CellRun } from "./row-cells.ts";

/** The cell of a font of this size, in dp. */
export function cellSize(fontSize: number): { width: number; height: number } {
  return { width: fontSize * monoAdvance(), height: Math.round(fontSize * 1.35 * 2) / 2 };
}

/**
 * A line of the terminal: drawn again only when what it shows has changed, which `runs` (as JSON) tells. For those who
 * cannot see it, it is its text.
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
      // Written by the row's owner from the same type.
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

/** What the font for columns may not have, and which may be of any width. */
const foreign = /[^\0-\u02ff]/u;

/** Draws what stands in a cell; what comes from another font is centred in its columns, and made to fit them. */
function drawCell(
  context: SKRSContext2D,
  cell: string,
  font: Parameters<typeof fontFor>[1],
  place: { left: number; baseline: number; width: number },
): void {
  // The font for columns has the parts of some emoji, which would then stand beside each other.
  const name = fontFor(cell, font, emojiPresentation.test(cell) ? "sans" : "mono");
  // Setting a font is dear, even the same one.
  if (context.font !== name) context.font = name;
  const { left, baseline, width } = place;
  if (!foreign.test(cell)) return context.fillText(cell, left, baseline);
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
      // To whole pixels, so that neighbours leave no seam.
      context.fillRect(Math.round(left), 0, Math.round(right) - Math.round(left), heightPx);
    }
    context.fillStyle = color;
    const font = { sizePx, weight: bold ? 700 : 400, italic } as const;
    // One by one: no ligature, and every column in its place whatever the font falls back to.
    for (const [index, cell] of cells.entries()) {
      if (cell === " " || cell === "") continue;
      const columns = cells[index + 1] === "" ? 2 : 1;
      drawCell(context, cell, font, { left: left + index * width, baseline, width: columns * width });
    }
    if (underline) context.fillRect(left, baseline + 2 * thickness, right - left, thickness);
    if (strikethrough) context.fillRect(left, Math.round(baseline - sizePx * 0.28), right - left, thickness);
  }
}
