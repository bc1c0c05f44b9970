import type { KeyName } from "@terrarium/contract/gbox-android";
import { KEY_CODES } from "./key-names.ts";
import { shellQuote } from "./shell-quote.ts";

/** A swipe that is as quick as a flick of the finger. */
const SCROLL_MS = 200;

export interface Line {
  startX: number;
  startY: number;
  endX: number;
  endY: number;
}

// Command lines of Android's `input` (AOSP frameworks/base, services/…/input/InputShellCommand.java).

export const tapCommand = (x: number, y: number): string => `input tap ${Math.round(x)} ${Math.round(y)}`;

export function swipeCommand(line: Line, durationMs = SCROLL_MS): string {
  return ["input swipe", ...[line.startX, line.startY, line.endX, line.endY].map(Math.round), durationMs].join(" ");
}

/** How far a page of Chromium goes for one click of the wheel. Others go by lines. */
export const WHEEL_CLICK_PX = 120;

/** Clicks of the wheel for so many pixels: one at least, so that what was asked for shows. */
export const wheelClicks = (px: number): number =>
  Math.sign(px) * Math.max(px === 0 ? 0 : 1, Math.round(Math.abs(px) / WHEEL_CLICK_PX));

/** Turns the wheel of a device that has a mouse, until what is at one point is about at the other (devices/desktop, `mouse`). */
export const wheelCommand = (from: Point, to: Point): string =>
  `mouse scroll ${Math.round(from.x)} ${Math.round(from.y)} ${wheelClicks(from.x - to.x)} ${wheelClicks(to.y - from.y)}`;

export const keyCommand = (key: KeyName): string => `input keyevent ${KEY_CODES[key]}`;

/** Shows what an address leads to, in whatever app that is (AOSP ActivityManagerShellCommand). */
export const openLinkCommand = (url: string): string => `am start -a android.intent.action.VIEW -d ${shellQuote(url)}`;

export interface Point {
  x: number;
  y: number;
}

export interface ScreenSize {
  widthPx: number;
  heightPx: number;
}

/** Tells the screen's size as it is turned now, and as `wm size` may have set it. */
export const SCREEN_SIZE_COMMAND = "dumpsys display";

/** The size from what that command prints (AOSP DisplayViewport.toString, of the default display first). */
export function parseScreenSize(output: string): ScreenSize | undefined {
  const [, width, height] = /logicalFrame=Rect\(0, 0 - (\d+), (\d+)\)/.exec(output) ?? [];
  if (width === undefined || height === undefined) return undefined;
  return { widthPx: Number(width), heightPx: Number(height) };
}

/** What a guarded command line prints in place of doing anything, before what it took for the screen's width and height. */
const OUTSIDE = "outside";

/**
 * A command line that does what another does only if all points are on the screen as it is at that moment: one question
 * to the device, whoever turns it or changes its size meanwhile. `sizeOfRefusal` reads what it prints.
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

/** The size of the screen for which a guarded command line did nothing, "unknown" if it found none; undefined: it was done. */
export function sizeOfRefusal(output: string): ScreenSize | "unknown" | undefined {
  if (!output.startsWith(OUTSIDE)) return undefined;
  const [, width, height] = /^\w+ (\d+) (\d+)$/m.exec(output) ?? [];
  return width === undefined || height === undefined ? "unknown" : { widthPx: Number(width), heightPx: Number(height) };
}

/** A point that rounds to none of the screen. */
export const isOutside = ({ x, y }: Point, { widthPx, heightPx }: ScreenSize): boolean =>
  Math.round(x) >= widthPx || Math.round(y) >= heightPx;
