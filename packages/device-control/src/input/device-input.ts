import { shellQuote } from "../device/shell-quote.ts";

export interface Line {
  start: Point;
  end: Point;
}

// Command lines of Android's `input` (AOSP frameworks/base, services/…/input/InputShellCommand.java).

export const tapCommand = (x: number, y: number): string => `input tap ${Math.round(x)} ${Math.round(y)}`;

export const swipeCommand = ({ start, end }: Line, durationMs: number): string =>
  ["input swipe", ...[start.x, start.y, end.x, end.y].map(Math.round), durationMs].join(" ");

/** Distance that Chromium scrolls per wheel click. Other programs scroll by lines. */
export const WHEEL_CLICK_PX = 120;

/** Returns the number of wheel clicks for a distance; at least one, so that each request has an effect. */
export const wheelClicks = (px: number): number =>
  Math.sign(px) * Math.max(px === 0 ? 0 : 1, Math.round(Math.abs(px) / WHEEL_CLICK_PX));

/** Returns the command that opens a URL in the app for it (AOSP ActivityManagerShellCommand). */
export const openLinkCommand = (url: string): string => `am start -a android.intent.action.VIEW -d ${shellQuote(url)}`;

export interface Point {
  x: number;
  y: number;
}

export interface ScreenSize {
  widthPx: number;
  heightPx: number;
}

/** Prints the screen's size in its current orientation, including a `wm size` override. */
export const SCREEN_SIZE_COMMAND = "dumpsys display";

/** Parses the output of that command (AOSP DisplayViewport.toString, of the default display first). */
export function parseScreenSize(output: string): ScreenSize | undefined {
  const [, width, height] = /logicalFrame=Rect\(0, 0 - (\d+), (\d+)\)/.exec(output) ?? [];
  if (width === undefined || height === undefined) return undefined;
  return { widthPx: Number(width), heightPx: Number(height) };
}

/** Marker that a guarded command line prints instead of running, followed by the screen's width and height. */
const OUTSIDE = "outside";

/**
 * Returns a command line that runs `command` only if all points are on the current screen. One request checks and runs,
 * so that rotation or size changes cannot interfere. `sizeOfRefusal` parses its output.
 */
export function onScreenCommand(points: readonly Point[], command: string): string {
  const farthest = (side: "x" | "y") => Math.max(...points.map((point) => Math.round(point[side])));
  return [
    `size=$(${SCREEN_SIZE_COMMAND})`,
    `size=\${size#*"logicalFrame=Rect(0, 0 - "}`,
    `width=\${size%%,*}`,
    `height=\${size#*, }`,
    `height=\${height%%")"*}`,
    `if [ ${farthest("x")} -lt "$width" ] && [ ${farthest("y")} -lt "$height" ]; then ${command}`,
    `else echo ${OUTSIDE} "$width" "$height"`,
    "fi",
  ].join("; ");
}

/** Returns the screen's size if a guarded command line did not run, "unknown" if it found none; undefined if it ran. */
export function sizeOfRefusal(output: string): ScreenSize | "unknown" | undefined {
  if (!output.startsWith(OUTSIDE)) return undefined;
  const [, width, height] = /^\w+ (\d+) (\d+)$/m.exec(output) ?? [];
  return width === undefined || height === undefined ? "unknown" : { widthPx: Number(width), heightPx: Number(height) };
}

/** Returns whether a point rounds to a pixel outside the screen. */
export const isOutside = ({ x, y }: Point, { widthPx, heightPx }: ScreenSize): boolean =>
  Math.round(x) >= widthPx || Math.round(y) >= heightPx;
