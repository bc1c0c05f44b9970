import { KEY_CODES, type KeyName } from "@terrarium/contract/gbox-android";
import { AppError } from "../http/app-error.ts";
import { shellQuote } from "./shell-quote.ts";

/** A swipe that is as quick as a flick of the finger. */
const SCROLL_MS = 200;

interface Line {
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

/** Width and height in pixels from the output of `wm size`, whose override, if there is one, stands last. */
export function parseScreenSize(output: string): [width: number, height: number] | undefined {
  const [, width, height] = [...output.matchAll(/size: (\d+)x(\d+)/g)].at(-1) ?? [];
  return width === undefined || height === undefined ? undefined : [Number(width), Number(height)];
}
