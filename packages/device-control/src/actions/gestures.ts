import type { Line, Point, ScreenSize } from "../input/device-input.ts";

const DIRECTIONS = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
  upLeft: [-1, -1],
  upRight: [1, -1],
  downLeft: [-1, 1],
  downRight: [1, 1],
} as const;
export type Direction = keyof typeof DIRECTIONS;

/** Fractions of the distance to the edge of the screen. */
const SHARES = { tiny: 0.1, short: 0.25, medium: 0.5, long: 0.75 } as const;
/** Fraction of the screen for one scroll movement. */
const SCROLL_SHARE = 0.6;

/** Distance of a finger's movement: pixels of the screen, a word, or to the edge. */
export type Reach = number | keyof typeof SHARES | undefined;

export const middleOf = ({ widthPx, heightPx }: ScreenSize): Point => ({
  x: Math.floor(widthPx / 2),
  y: Math.floor(heightPx / 2),
});

/** Returns the line from a point in a direction, at most to the edge of the screen. */
export function lineTowards(direction: Direction, reach: Reach, start: Point, { widthPx, heightPx }: ScreenSize): Line {
  const [dx, dy] = DIRECTIONS[direction];
  const room = Math.max(0, Math.min(roomOf(dx, start.x, widthPx), roomOf(dy, start.y, heightPx)));
  const isDiagonal = dx !== 0 && dy !== 0;
  const wanted = typeof reach === "number" ? reach / (isDiagonal ? Math.SQRT2 : 1) : room * (reach ? SHARES[reach] : 1);
  const steps = Math.round(Math.min(room, wanted));
  return { start, end: { x: start.x + dx * steps, y: start.y + dy * steps } };
}

const roomOf = (sign: -1 | 0 | 1, at: number, sizePx: number): number => {
  if (sign === 0) return Number.POSITIVE_INFINITY;
  return sign < 0 ? at : sizePx - 1 - at;
};

/**
 * Returns the finger movements, around a point, that scroll by this many pixels. Upward movements show more below. Each
 * fits on the screen.
 */
export function scrollLines(at: Point, by: Point, { widthPx, heightPx }: ScreenSize): Line[] {
  const count = Math.ceil(
    Math.max(Math.abs(by.x) / (SCROLL_SHARE * widthPx), Math.abs(by.y) / (SCROLL_SHARE * heightPx), 0),
  );
  const spanX = span(at.x, -by.x / Math.max(1, count), widthPx);
  const spanY = span(at.y, -by.y / Math.max(1, count), heightPx);
  const line = { start: { x: spanX.from, y: spanY.from }, end: { x: spanX.to, y: spanY.to } };
  return Array.from({ length: count }, () => line);
}

/** Returns a span of this length, centered as close to a position as the screen allows. */
function span(at: number, length: number, sizePx: number): { from: number; to: number } {
  const lowest = Math.max(0, -length);
  const highest = Math.min(sizePx - 1, sizePx - 1 - length);
  const from = Math.round(Math.min(highest, Math.max(lowest, at - length / 2)));
  return { from, to: Math.round(from + length) };
}

/**
 * Returns the command line of a finger that moves along a line and rests before it lifts (`input motionevent`, Android
 * 11). The rest stops the content from scrolling on.
 */
export function steadyCommand({ start, end }: Line): string {
  const steps = 4;
  const event = (name: string, { x, y }: Point) => `input motionevent ${name} ${Math.round(x)} ${Math.round(y)}`;
  const moves = Array.from({ length: steps }, (_, i) => {
    const share = (i + 1) / steps;
    return event("MOVE", { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share });
  });
  return [event("DOWN", start), ...moves, `sleep 0.15; ${event("MOVE", end)}`, event("UP", end)].join(
    "; sleep 0.015; ",
  );
}
/** Timeout of the command. Each of its parts is a process on the device. */
export const STEADY_MS = 10_000;
