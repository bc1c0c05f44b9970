/** Shell patterns (mksh: `*`, `?`, `[…]`, `@(…)` and its kin) as regular expressions. A backslash makes a character plain. */

const extended: Readonly<Record<string, [open: string, close: string]>> = {
  "@": ["(?:", ")"],
  "*": ["(?:", ")*"],
  "+": ["(?:", ")+"],
  "?": ["(?:", ")?"],
  "!": ["(?:(?!(?:", ")$).*)"],
};

const classes: Readonly<Record<string, string>> = {
  alnum: "\\p{L}\\p{N}",
  alpha: "\\p{L}",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "\\p{Ll}",
  print: "\\x20-\\x7e",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  upper: "\\p{Lu}",
  xdigit: "0-9A-Fa-f",
};

const known = new Map<string, RegExp>();
const maxKnown = 500;

/** Whether the text has a character that means something in a pattern. */
export function hasPattern(text: string): boolean {
  return /[*?]|\[[^]*\]|[@+!]\(/.test(text);
}

export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]@+!()|]/g, "\\$&");
}

export function unescapePattern(text: string): string {
  return text.replace(/\\(.)/gs, "$1");
}

/** Matches the whole text. */
export function patternRegExp(pattern: string): RegExp {
  return compiled(`^(?:${patternSource(pattern)})$`);
}

export function compiled(source: string, flags = "su"): RegExp {
  const key = `${flags}/${source}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size >= maxKnown) known.clear();
  const expression = new RegExp(source, flags);
  known.set(key, expression);
  return expression;
}

/** A regular expression's source for a pattern; `any` is what `*` may run over. */
export function patternSource(pattern: string, any = "."): string {
  const characters = Array.from(pattern);
  let source = "";
  const closers: string[] = [];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? "";
    const group = characters[i + 1] === "(" ? extended[character] : undefined;
    if (group && character !== "\\") {
      source += group[0];
      closers.push(group[1]);
      i += 1;
    } else if (character === ")" && closers.length > 0) {
      source += closers.pop() ?? "";
    } else if (character === "|" && closers.length > 0) {
      source += "|";
    } else if (character === "*") {
      if (!source.endsWith(`${any}*`)) source += `${any}*`;
    } else if (character === "?") {
      source += any;
    } else if (character === "[") {
      const bracket = bracketSource(characters, i);
      source += bracket?.source ?? "\\[";
      i = bracket?.end ?? i;
    } else if (character === "\\" && i + 1 < characters.length) {
      i += 1;
      source += escapeRegExp(characters[i] ?? "");
    } else {
      source += escapeRegExp(character);
    }
  }
  // A group that is not closed is plain text.
  return closers.length > 0 ? escapeRegExp(unescapePattern(pattern)) : source;
}

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function bracketSource(characters: string[], start: number): { source: string; end: number } | undefined {
  let i = start + 1;
  const negated = characters[i] === "!" || characters[i] === "^";
  if (negated) i += 1;
  let inner = "";
  for (let first = true; ; first = false, i++) {
    const character = characters[i];
    if (character === undefined) return undefined;
    if (character === "]" && !first) break;
    if (character === "[" && characters[i + 1] === ":") {
      const end = characters.indexOf("]", i);
      const name = characters.slice(i + 2, end - 1).join("");
      if (characters[end - 1] === ":" && classes[name] !== undefined) {
        inner += classes[name];
        i = end;
        continue;
      }
    }
    if (character === "\\") i += 1;
    const plain = character === "\\" ? (characters[i] ?? "") : character;
    inner += plain === "-" && character !== "\\" ? "-" : plain.replace(/[\\\]^[-]/g, "\\$&");
  }
  return { source: inner === "" ? "(?!)" : `[${negated ? "^" : ""}${rangeSafe(inner)}]`, end: i };
}

/** A hyphen that forms no range is written out. */
function rangeSafe(inner: string): string {
  const text = inner.replace(/^-|-$/g, "\\-");
  try {
    return compiled(`[${text}]`, "u").source.slice(1, -1);
  } catch {
    return text.replace(/(?<!\\)-/g, "\\-");
  }
}
