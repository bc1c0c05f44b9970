import { parse } from "just-bash";
import type { WordPart } from "./syntax-tree.ts";

/** Start of quoted or expanded text, with the possible end below. */
const BEGINNING = /"|'|`|\$\(|\$\{|\$(?:\w+|[@*#?$!-])/g;
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "$(": ")", "${": "}" };

/**
 * Splits a group of a pattern, such as `@("a b"|$x)`, because the parser keeps it as source text. Text in the result
 * belongs to the pattern; parts must be expanded.
 */
export function partsOfGroup(pattern: string): (string | WordPart)[] {
  const parts: (string | WordPart)[] = [];
  let done = 0;
  BEGINNING.lastIndex = 0;
  for (let match = BEGINNING.exec(pattern); match; match = BEGINNING.exec(pattern)) {
    const { index } = match;
    const found = isEscaped(pattern, index) ? undefined : expansionAt(pattern, index, match[0]);
    if (!found) continue;
    parts.push(pattern.slice(done, index), ...found.parts);
    BEGINNING.lastIndex = done = found.end;
  }
  parts.push(pattern.slice(done));
  return parts.filter((part) => part !== "");
}

function isEscaped(text: string, index: number): boolean {
  const [backslashes = ""] = /\\*$/.exec(text.slice(0, index)) ?? [];
  return backslashes.length % 2 === 1;
}

/** Returns the shortest text from `start` that the parser accepts as a word. */
function expansionAt(text: string, start: number, opener: string): { parts: WordPart[]; end: number } | undefined {
  const closer = CLOSERS[opener];
  if (closer === undefined) return wordOf(text, start, start + opener.length);
  for (let at = text.indexOf(closer, start + opener.length); at >= 0; at = text.indexOf(closer, at + 1)) {
    const word = wordOf(text, start, at + 1);
    if (word) return word;
  }
  return undefined;
}

function wordOf(text: string, start: number, end: number): { parts: WordPart[]; end: number } | undefined {
  try {
    const command = parse(`: ${text.slice(start, end)}`).statements[0]?.pipelines[0]?.commands[0];
    const words = command?.type === "SimpleCommand" ? command.args : [];
    return words.length === 1 && words[0] ? { parts: words[0].parts, end } : undefined;
  } catch {
    return undefined;
  }
}
