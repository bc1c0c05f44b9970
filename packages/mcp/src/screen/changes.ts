import { cut, describeScreen, lineOf, within } from "./lines.ts";
import type { Element, Screen } from "./screen.ts";

const GONE_NAMED = 8;

/** Describes the changes of a screen since another read, or the complete screen if that is shorter. */
export function describeChanges(before: Screen, after: Screen): string {
  const whole = describeScreen(after);
  if (whole === describeScreen(before)) return "nothing changed on the screen";
  const changes = before.app === after.app ? listChanges(before, after) : undefined;
  return changes === undefined || changes.length >= whole.length ? `screen now: ${whole}` : changes;
}

function listChanges(before: Screen, after: Screen): string {
  const left = byKind(before.elements);
  const appeared: string[] = [];
  const changed: string[] = [];
  for (const element of after.elements) {
    const old = left.get(element.kind)?.shift();
    const line = lineOf(element);
    if (!old) appeared.push(line);
    else if (lineOf(old) !== line) changed.push(line);
  }
  const gone = [...left.values()].flat().map(({ label, role }) => cut(label || role, 40));
  return within([
    ...section("appeared", appeared),
    ...section("changed", changed),
    ...(gone.length === 0 ? [] : [`gone: ${gone.slice(0, GONE_NAMED).join(", ")}${more(gone.length - GONE_NAMED)}`]),
    ...(appeared.length + changed.length + gone.length === 0 ? ["changed: only what is off screen"] : []),
  ]);
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
