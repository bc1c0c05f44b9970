import { TOOL_LIMITS } from "../limits.ts";
import { behindLines, placeOf } from "./around-lines.ts";
import { cut } from "./cut.ts";
import { shortClass, shortId } from "./resource-names.ts";
import { type Element, type Screen, SIDES } from "./screen.ts";

const BEYOND_NAMED = 5;

/** Formats an element as one line: `23345 switch Wi-Fi: on`. Elements that can only be read have no number. */
export function lineOf(element: Element): string {
  const { number, states } = element;
  const { name, more, content } = partsOf(element);
  const state = states.length === 0 ? "" : ` (${states.join(", ")})`;
  return oneLine([number === undefined ? "-" : String(number), `${name}${more}${content}${state}`]);
}

/** Returns the texts by which an agent that has read an element's line may name it, complete or in part. */
export function wordsOfLine(element: Element): string[] {
  const { name, label, more, content } = partsOf(element);
  return [name, `${label}${more}`, `${name}${more}`, `${name}${more}${content}`, lineOf(element).replace(/^\S+ /, "")];
}

function partsOf({ number, role, label: whole, details, value }: Element) {
  const label = cut(whole, number === undefined ? TOOL_LIMITS.textChars : TOOL_LIMITS.labelChars);
  return {
    label,
    name: oneLine([role, label]),
    more: details.length === 0 ? "" : ` — ${cut(details.join(" · "), TOOL_LIMITS.labelChars)}`,
    content: value === undefined ? "" : `: ${value === "" ? "(empty)" : cut(value, TOOL_LIMITS.textChars)}`,
  };
}

/** Formats what `{id}` and `{class}` of a target compare. */
export function idsOf({ node: { id, className } }: Element): string {
  const ids = oneLine([shortId(id) && `id ${shortId(id)}`, className && `class ${shortClass(className)}`]);
  return ids === "" ? "" : ` [${cut(ids, TOOL_LIMITS.labelChars)}]`;
}

/**
 * Describes a screen as text: where one is, the elements in front, other windows, and content beyond its edges. `ids`:
 * with `idsOf`.
 */
export function describeScreen(screen: Screen, { ids = false } = {}): string {
  const { around, widthPx, heightPx, elements, scrollables } = screen;
  const scrolls = scrollables.length === 0 ? "" : ", scrolls";
  const head = `${placeOf(screen)}, ${widthPx}x${heightPx}${scrolls}`;
  return within([
    [head, ...keyboardOf(screen)].join(", "),
    ...elements.filter(({ isBehind }) => !isBehind).map((element) => lineOf(element) + (ids ? idsOf(element) : "")),
    ...behindLines(around, elements),
    ...beyondLines(screen),
  ]);
}

const keyboardOf = ({ front }: Pick<Screen, "front">): string[] => (front?.hasKeyboard === true ? ["keyboard"] : []);

/** Describes what hides or continues the screen: the keyboard, and elements beyond its edges. */
export const describeEdges = (screen: Screen): string[] => [...keyboardOf(screen), ...beyondLines(screen)];

const beyondLines = ({ offScreen, isCutBelow }: Screen): string[] =>
  SIDES.flatMap((side) => {
    const labels = offScreen[side];
    if (labels.length === 0) return isCutBelow && side === "below" ? ["perhaps more below"] : [];
    const some = labels.slice(0, BEYOND_NAMED).map((label) => cut(label, 40));
    const rest = labels.length > some.length ? ", …" : "";
    return [`${labels.length} more ${side} (${some.join(", ")}${rest})`];
  });

/** Returns as many lines as fit an answer, the number of omitted lines, and how to reach them. */
export function within(lines: readonly string[], how = "scroll, or use words"): string {
  let roomBytes = TOOL_LIMITS.answerBytes - 500;
  const count = lines.findIndex((line) => (roomBytes -= Buffer.byteLength(line) + 1) < 0);
  if (count < 0) return lines.join("\n");
  return [...lines.slice(0, count), `… ${lines.length - count} more lines: ${how}`].join("\n");
}

const oneLine = (words: readonly string[]): string => words.filter((word) => word !== "").join(" ");
