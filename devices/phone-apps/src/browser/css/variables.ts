/** Custom properties in force for an element (CSS Custom Properties 1). */
export type Variables = ReadonlyMap<string, string>;

const longestResult = 4000;
const deepestUse = 12;

/** The value with `var(--name, fallback)` replaced; undefined where a name means nothing, or too much. */
export function resolveVariables(value: string, variables: Variables, depth = 0): string | undefined {
  let text = value;
  for (let rounds = 0; text.includes("var("); rounds++) {
    if (rounds > 50 || depth > deepestUse || text.length > longestResult) return undefined;
    const start = text.indexOf("var(");
    const end = closingBracket(text, start + 3);
    if (end < 0) return undefined;
    const [, name = "", fallback] = /^\s*(--[^\s,)]+)\s*(?:,(.*))?$/s.exec(text.slice(start + 4, end)) ?? [];
    const known = variables.get(name);
    const used = known === undefined ? fallback : known;
    const resolved = used === undefined ? undefined : resolveVariables(used, variables, depth + 1);
    if (resolved === undefined) return undefined;
    text = text.slice(0, start) + resolved.trim() + text.slice(end + 1);
  }
  return text.length > longestResult ? undefined : text;
}

function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
}
