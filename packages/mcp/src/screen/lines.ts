import { cutText } from "@terrarium/bounds/cut-text";
import { TOOL_LIMITS } from "../limits.ts";
import type { Element, Screen } from "./screen.ts";

/** Formats an element as one line: `23345 switch Wi-Fi: on`. Elements that can only be read have no number. */
export function lineOf({ number, role, label, details, value, states }: Element): string {
  const name = oneLine([role, cut(label, number === undefined ? TOOL_LIMITS.textChars : TOOL_LIMITS.labelChars)]);
  const more = details.length === 0 ? "" : ` — ${cut(details.join(" · "), TOOL_LIMITS.labelChars)}`;
  const content = value === undefined ? "" : `: ${value === "" ? "(empty)" : cut(value, TOOL_LIMITS.textChars)}`;
  const state = states.length === 0 ? "" : ` (${states.join(", ")})`;
  return oneLine([number === undefined ? "-" : String(number), `${name}${more}${content}${state}`]);
}

/** Describes a screen as text: app and size, its elements, and content beyond its edges. */
export function describeScreen(screen: Screen): string {
  const { app, widthPx, heightPx, elements, offScreen, scrollables } = screen;
  const scrolls = scrollables.length === 0 ? "" : ", scrolls";
  const head = `${app || "nothing in front"}, ${widthPx}x${heightPx}${scrolls}`;
  return within([head, ...elements.map(lineOf), ...beyondLine(offScreen)]);
}

const beyondLine = (offScreen: readonly string[]): string[] => {
  if (offScreen.length === 0) return [];
  const some = offScreen.slice(0, 5).map((label) => cut(label, 40));
  return [`off screen: ${offScreen.length} more (${some.join(", ")}${offScreen.length > some.length ? ", …" : ""})`];
};

/** Returns as many lines as fit an answer, the number of omitted lines, and how to reach them. */
export function within(lines: readonly string[], how = "scroll, or use words"): string {
  let roomBytes = TOOL_LIMITS.answerBytes - 500;
  const count = lines.findIndex((line) => (roomBytes -= Buffer.byteLength(line) + 1) < 0);
  if (count < 0) return lines.join("\n");
  return [...lines.slice(0, count), `… ${lines.length - count} more lines: ${how}`].join("\n");
}

/** Cuts a text to a number of characters, on one line. */
export function cut(text: string, maxChars: number): string {
  const shown = cutText(text, maxChars).toWellFormed().replaceAll("\n", " ⏎ ");
  return text.length <= maxChars ? shown : `${shown}… (${text.length} characters)`;
}

const oneLine = (words: readonly string[]): string => words.filter((word) => word !== "").join(" ");
