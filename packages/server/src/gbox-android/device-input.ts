import { KEY_CODES, type KeyName } from "@terrarium/contract/gbox-android";
import { AppError } from "../http/app-error.ts";
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

export const keyCommand = (key: KeyName): string => `input keyevent ${KEY_CODES[key]}`;

/** Throws AppError invalid_request for text that no command line can carry. */
export function textCommand(text: string): string {
  if (text.includes("\0")) throw new AppError("invalid_request", { detail: "text: it contains a NUL character" });
  return `input text ${shellQuote(text)}`;
}

interface ScreenSize {
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

/** Throws AppError outside_screen for a point that rounds to none of the screen. */
export function requireOnScreen(size: ScreenSize, points: readonly { x: number; y: number }[]): void {
  for (const { x, y } of points) {
    const isOutside = Math.round(x) >= size.widthPx || Math.round(y) >= size.heightPx;
    if (isOutside) throw new AppError("outside_screen", { x, y, ...size });
  }
}
