import { ShellError } from "./control.ts";
import type { WordNode, WordPart } from "./syntax-tree.ts";

const MAX_WORDS = 20_000;

/** Expands `a{b,c}d` into words. mksh does not support ranges: `{1..3}` stays unchanged. */
export function expandBraces(word: WordNode): WordNode[] {
  const index = word.parts.findIndex((part) => part.type === "BraceExpansion");
  const brace = word.parts[index];
  if (brace?.type !== "BraceExpansion") return [word];
  const before = word.parts.slice(0, index);
  const after = expandBraces({ type: "Word", parts: word.parts.slice(index + 1) });
  const [first] = brace.items;
  if (first?.type === "Range") {
    const text = `{${rangeText(first)}}`;
    return after.map((rest) => joinParts(before, [{ type: "Literal", value: text }], rest.parts));
  }
  const items = brace.items.flatMap((item) => (item.type === "Word" ? expandBraces(item.word) : []));
  if (items.length * after.length > MAX_WORDS) throw new ShellError("too many words");
  return items.flatMap((item) => after.map((rest) => joinParts(before, item.parts, rest.parts)));
}

type Brace = Extract<WordPart, { type: "BraceExpansion" }>["items"][number];

/** Returns a range's source text without its braces. */
export function rangeText({ start, startStr, end, endStr, step }: Extract<Brace, { type: "Range" }>): string {
  return `${startStr ?? start}..${endStr ?? end}${step === undefined ? "" : `..${step}`}`;
}

function joinParts(...parts: WordPart[][]): WordNode {
  return { type: "Word", parts: parts.flat() };
}
