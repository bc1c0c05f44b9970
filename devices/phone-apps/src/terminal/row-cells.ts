import { readableOn } from "@terrarium/phone-ui/contrast";
import type { IBufferCell, IBufferLine } from "@xterm/headless";
import { indexedColor, rgbColor, type TerminalColors } from "./terminal-colors.ts";

/** A run of adjacent cells with the same look. */
export interface CellRun {
  /** Index of the first column. */
  column: number;
  /** One entry per cell: the character with its marks, or an empty string for the second half of a wide one. */
  cells: readonly string[];
  color: string;
  background: string | undefined;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strikethrough: boolean;
}

export interface RowCells {
  text: string;
  runs: readonly CellRun[];
}

const LEAST_CONTRAST = 2;

type Look = Omit<CellRun, "column" | "cells">;

/** Reads a line of the terminal's buffer. `cursor` is the column of the cursor, if it is on this line. */
export function readRow(
  line: IBufferLine | undefined,
  columns: number,
  colors: TerminalColors,
  cursor: number | undefined,
): RowCells {
  const runs: (CellRun & { cells: string[] })[] = [];
  let reused: IBufferCell | undefined;
  for (let column = 0; column < columns; column++) {
    const cell = line?.getCell(column, reused);
    reused = cell ?? reused;
    const look = cell ? lookOf(cell, colors) : plainLook(colors);
    if (column === cursor) Object.assign(look, { color: colors.onCursor, background: colors.cursor });
    const last = runs.at(-1);
    const characters = cell ? (cell.getWidth() === 0 ? "" : cell.getChars() || " ") : " ";
    if (last && sameLook(last, look)) last.cells.push(characters);
    else runs.push({ ...look, column, cells: [characters] });
  }
  return { text: line?.translateToString(true) ?? "", runs: runs.filter(shows) };
}

/** Reports whether the run has any visible part. */
function shows({ cells, background, underline, strikethrough }: CellRun): boolean {
  return background !== undefined || underline || strikethrough || cells.some((cell) => cell !== " " && cell !== "");
}

function plainLook(colors: TerminalColors): Look {
  return {
    color: colors.foreground,
    background: undefined,
    bold: false,
    italic: false,
    underline: false,
    strikethrough: false,
  };
}

function lookOf(cell: IBufferCell, colors: TerminalColors): Look {
  if (cell.isAttributeDefault()) return plainLook(colors);
  const bold = cell.isBold() !== 0;
  let color = cell.isFgRGB()
    ? rgbColor(cell.getFgColor())
    : cell.isFgPalette()
      ? indexedColor(cell.getFgColor() + (bold && cell.getFgColor() < 8 ? 8 : 0), colors)
      : colors.foreground;
  let background = cell.isBgRGB()
    ? rgbColor(cell.getBgColor())
    : cell.isBgPalette()
      ? indexedColor(cell.getBgColor(), colors)
      : undefined;
  if (cell.isInverse()) [color, background] = [background ?? colors.background, color];
  color = legible(color, background ?? colors.background, colors);
  if (cell.isDim()) color = mix(color, background ?? colors.background);
  if (cell.isInvisible()) color = background ?? colors.background;
  return {
    color,
    background,
    bold,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    strikethrough: cell.isStrikethrough() !== 0,
  };
}

/** Returns a color that is readable on the background. Programs choose colors without regard to the theme. */
function legible(color: string, background: string, colors: TerminalColors): string {
  return (
    readableOn(color, background, LEAST_CONTRAST) ??
    readableOn(colors.foreground, background, LEAST_CONTRAST) ??
    colors.background
  );
}

/** Returns the color halfway between two colors (#rrggbb). */
function mix(color: string, other: string): string {
  const part = (text: string, at: number): number => Number.parseInt(text.slice(at, at + 2), 16);
  return rgbColor([1, 3, 5].reduce((value, at) => value * 256 + ((part(color, at) + part(other, at)) >> 1), 0));
}

function sameLook(left: Look, right: Look): boolean {
  return (
    left.color === right.color &&
    left.background === right.background &&
    left.bold === right.bold &&
    left.italic === right.italic &&
    left.underline === right.underline &&
    left.strikethrough === right.strikethrough
  );
}
