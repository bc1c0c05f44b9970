import { placeOf } from "./around-lines.ts";
import { cut } from "./cut.ts";
import { describeEdges, describeScreen, lineOf, within } from "./lines.ts";
import type { Element, Screen } from "./screen.ts";

const GONE_NAMED = 8;
/** Fraction of the elements that stay on the same screen. With fewer, it is another screen. */
const KEPT_SHARE = 0.5;

/**
 * Describes the changes of a screen since another read. Describes the complete screen if that is shorter, or after a
 * navigation.
 */
export function describeChanges(before: Screen, after: Screen): string {
  const whole = describeScreen(after);
  if (whole === describeScreen(before)) return ["nothing changed on the screen", ...describeEdges(after)].join("; ");
  const changes = isSamePlace(before, after) ? listChanges(before, after) : undefined;
  return changes === undefined || changes.length >= whole.length ? `screen now: ${whole}` : changes;
}

/** Returns undefined if most elements are others. */
function listChanges(before: Screen, after: Screen): string | undefined {
  const seen = inFront(before);
  const left = byKind(seen);
  const appeared: string[] = [];
  const changed: string[] = [];
  for (const element of inFront(after)) {
    const old = left.get(element.kind)?.shift();
    const line = lineOf(element);
    if (!old) appeared.push(line);
    else if (lineOf(old) !== line) changed.push(line);
  }
  const missing = [...left.values()].flat();
  if (seen.length - missing.length < KEPT_SHARE * seen.length) return undefined;
  const gone = [...new Set(missing.map(({ label, role }) => cut(label.trim() || role, 40)).filter(Boolean))];
  const place = placeOf(after);
  const sections = [
    ...(place === placeOf(before) ? [] : [`in front: ${place}`]),
    ...section("appeared", appeared),
    ...section("changed", changed),
    ...(gone.length === 0 ? [] : [`gone: ${gone.slice(0, GONE_NAMED).join(", ")}${more(gone.length - GONE_NAMED)}`]),
  ];
  return within([
    ...(sections.length === 0 ? ["changed: nothing that has a name"] : sections),
    ...describeEdges(after),
  ]);
}

const inFront = ({ elements }: Screen): Element[] => elements.filter(({ isBehind }) => !isBehind);

/** Another page, tab or activity is another place, though the app is the same. */
function isSamePlace(before: Screen, after: Screen): boolean {
  const idOf = ({ app, front, around: { tabs } }: Screen) => {
    const tab = tabs.find(({ isFront }) => isFront);
    return JSON.stringify([front?.component ?? app, front?.isCovered, tab?.id, tab?.url]);
  };
  return idOf(before) === idOf(after);
}

const section = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${name}:`, ...lines];

const more = (count: number): string => (count > 0 ? ` and ${count} more` : "");

function byKind(elements: readonly Element[]): Map<string, Element[]> {
  const kinds = new Map<string, Element[]>();
  for (const element of elements) {
    const alike = kinds.get(element.kind);
    if (alike) alike.push(element);
    else kinds.set(element.kind, [element]);
  }
  return kinds;
}
