/**
 * Shell patterns (mksh: `*`, `?`, `[…]`, `@(…)` and similar groups). A backslash makes a character literal. Matching
 * tracks all possible end positions of a partial match at once, so no pattern needs exponential time.
 */

/**
 * A part of a pattern: one character (only `only`, if set), any number of characters, or a group of alternatives with
 * its mark.
 */
type Piece =
  | { kind: "one"; accepts: (character: string) => boolean; only?: string }
  | { kind: "any" }
  | { kind: "group"; mark: string; choices: Piece[][] };

const classes: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    alnum: /[\p{L}\p{N}]/u,
    alpha: /\p{L}/u,
    blank: /[ \t]/,
    // oxlint-disable-next-line no-control-regex -- the class consists of them
    cntrl: /[\x00-\x1f\x7f]/,
    digit: /[0-9]/,
    graph: /[\x21-\x7e]/,
    lower: /\p{Ll}/u,
    print: /[\x20-\x7e]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[\t-\r ]/,
    upper: /\p{Lu}/u,
    xdigit: /[0-9A-Fa-f]/,
  }),
);

const known = new Map<string, ShellPattern>();
const MAX_KNOWN = 500;

/** Returns whether the text has a special character of patterns. */
export function hasPattern(text: string): boolean {
  const bracket = text.indexOf("[");
  return /[*?]|[@+!]\(/.test(text) || (bracket >= 0 && text.lastIndexOf("]") > bracket);
}

export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]@+!()|]/g, "\\$&");
}

/** Returns the pattern with escaped group characters. */
export function withoutGroups(pattern: string): string {
  return pattern.replace(/\\[^]|[()|]/g, (token) => (token.length > 1 ? token : `\\${token}`));
}

export function unescapePattern(text: string): string {
  return text.replace(/\\(.)/gs, "$1");
}

/** Returns a parsed pattern from the cache, or parses it. */
export function shellPattern(pattern: string): ShellPattern {
  const found = known.get(pattern);
  if (found) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const made = new ShellPattern(pattern);
  known.set(pattern, made);
  return made;
}

/** Returns a pattern of fnmatch(3) for file names in tools. It has no groups, and `[^…]` means `[!…]`. */
export function fnmatchPattern(pattern: string): ShellPattern {
  const rewritten: Readonly<Record<string, string>> = { "[^": "[!", "(": "\\(" };
  return shellPattern(pattern.replace(/\\[^]|\[\^|\(/g, (token) => rewritten[token] ?? token));
}

export class ShellPattern {
  /** The only matching text, if there is just one. */
  readonly #plain: string | undefined;
  readonly #forward: Piece[];
  readonly #backward: Piece[];
  /** Text of a pattern of the form `*text` or `text*`. String search finds these without tracking positions. */
  readonly #afterStar: string | undefined;
  readonly #beforeStar: string | undefined;

  constructor(pattern: string) {
    this.#plain = /[*?[(]/.test(pattern) ? undefined : unescapePattern(pattern);
    this.#forward = parse(pattern);
    this.#backward = reversed(this.#forward);
    if (this.#forward[0]?.kind === "any") this.#afterStar = plainText(this.#forward.slice(1));
    if (this.#backward[0]?.kind === "any") this.#beforeStar = plainText(this.#forward.slice(0, -1));
  }

  /** Returns whether the whole text matches. */
  test(text: string): boolean {
    if (this.#plain !== undefined) return text === this.#plain;
    const characters = Array.from(text);
    return endsOf(this.#forward, characters, [0]).at(-1) === characters.length;
  }

  /** Removes the shortest or longest match at the start. Returns the whole text if nothing matches. */
  withoutStart(text: string, longest: boolean): string {
    const found = this.#afterStar;
    if (found !== undefined) {
      const at = longest ? text.lastIndexOf(found) : text.indexOf(found);
      return at < 0 ? text : text.slice(at + found.length);
    }
    const characters = Array.from(text);
    const end = endsOf(this.#forward, characters, [0]).at(longest ? -1 : 0);
    return end === undefined ? text : characters.slice(end).join("");
  }

  /** Removes the shortest or longest match at the end. Returns the whole text if nothing matches. */
  withoutEnd(text: string, longest: boolean): string {
    const found = this.#beforeStar;
    if (found !== undefined) {
      const at = longest ? text.indexOf(found) : text.lastIndexOf(found);
      return at < 0 ? text : text.slice(0, at);
    }
    const characters = Array.from(text);
    const length = endsOf(this.#backward, characters.toReversed(), [0]).at(longest ? -1 : 0);
    return length === undefined ? text : characters.slice(0, characters.length - length).join("");
  }

  /** Replaces the longest match at the start or end, the first match, or all matches. */
  replace(text: string, where: "start" | "end" | "first" | "all", replacement: string): string {
    const characters = Array.from(text);
    const { length } = characters;
    if (where === "start") {
      const end = endsOf(this.#forward, characters, [0]).at(-1);
      return end === undefined ? text : replacement + characters.slice(end).join("");
    }
    const backward = endsOf(this.#backward, characters.toReversed(), where === "end" ? [0] : range(0, length));
    if (where === "end") {
      const matched = backward.at(-1);
      return matched === undefined ? text : characters.slice(0, length - matched).join("") + replacement;
    }
    let result = "";
    let done = 0;
    for (const start of backward.toReversed().map((end) => length - end)) {
      if (start < done) continue;
      const end = endsOf(this.#forward, characters, [start]).at(-1) ?? start;
      // An empty match directly after another match does not count.
      if (end === start && start === done && done > 0) continue;
      result += characters.slice(done, start).join("") + replacement;
      done = end;
      if (where === "first") break;
    }
    return result + characters.slice(done).join("");
  }
}

/** Returns the possible ends of matches of a sequence that start at one of the positions. Both lists are ascending. */
function endsOf(sequence: readonly Piece[], text: readonly string[], starts: number[]): number[] {
  let places = starts;
  for (const piece of sequence) {
    if (places.length === 0) break;
    places = endsOfPiece(piece, text, places);
  }
  return places;
}

function endsOfPiece(piece: Piece, text: readonly string[], starts: number[]): number[] {
  if (piece.kind === "any") return range(starts[0] ?? 0, text.length);
  if (piece.kind === "one")
    return starts.filter((start) => start < text.length && piece.accepts(text[start] ?? "")).map((start) => start + 1);
  const once = (from: number[]) => union(piece.choices.map((choice) => endsOf(choice, text, from)));
  switch (piece.mark) {
    case "@":
      return once(starts);
    case "?":
      return union([starts, once(starts)]);
    case "!":
      return allBut(starts, text.length, once);
    default: {
      const found = new Set(piece.mark === "*" ? starts : []);
      for (let next = once(starts); next.length > 0;) {
        const fresh = next.filter((place) => !found.has(place));
        for (const place of fresh) found.add(place);
        next = fresh.length > 0 ? once(fresh) : [];
      }
      return ascending(found);
    }
  }
}

/** `!(…)`: returns all ends except those of the alternatives. */
function allBut(starts: number[], length: number, once: (from: number[]) => number[]): number[] {
  const found = new Set<number>();
  const most = length - (starts[0] ?? 0) + 1;
  for (const start of starts) {
    if (found.size === most) break;
    const not = new Set(once([start]));
    for (let end = start; end <= length; end++) if (!not.has(end)) found.add(end);
  }
  return ascending(found);
}

function union(sets: number[][]): number[] {
  return sets.length === 1 ? (sets[0] ?? []) : ascending(new Set(sets.flat()));
}

function ascending(places: ReadonlySet<number>): number[] {
  return [...places].toSorted((a, b) => a - b);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function reversed(sequence: readonly Piece[]): Piece[] {
  return sequence
    .map((piece) => (piece.kind === "group" ? { ...piece, choices: piece.choices.map(reversed) } : piece))
    .toReversed();
}

function exactly(character: string): Piece {
  return { kind: "one", accepts: (other) => other === character, only: character };
}

/**
 * Returns the only text that a sequence matches. Returns undefined if there are several, or if the sequence is empty.
 */
function plainText(sequence: readonly Piece[]): string | undefined {
  const characters = sequence.flatMap((piece) => (piece.kind === "one" ? (piece.only ?? []) : []));
  return characters.length === sequence.length ? characters.join("") || undefined : undefined;
}

function parse(pattern: string): Piece[] {
  const characters = Array.from(pattern);
  const whole: Piece[] = [];
  const open: { choices: Piece[][]; outside: Piece[] }[] = [];
  let current = whole;
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? "";
    const inner = open.at(-1);
    if ("@*+?!".includes(character) && characters[i + 1] === "(") {
      const choices: Piece[][] = [[]];
      current.push({ kind: "group", mark: character, choices });
      open.push({ choices, outside: current });
      current = choices[0] ?? [];
      i += 1;
    } else if (character === ")" && inner) {
      current = inner.outside;
      open.pop();
    } else if (character === "|" && inner) inner.choices.push((current = []));
    else if (character === "*") {
      if (current.at(-1)?.kind !== "any") current.push({ kind: "any" });
    } else if (character === "?") current.push({ kind: "one", accepts: () => true });
    else if (character === "[") {
      const bracket = parseBracket(characters, i);
      current.push(bracket?.piece ?? exactly("["));
      i = bracket?.end ?? i;
    } else if (character === "\\" && i + 1 < characters.length) current.push(exactly(characters[++i] ?? ""));
    else current.push(exactly(character));
  }
  // An unclosed group is literal text.
  return open.length > 0 ? Array.from(unescapePattern(pattern), exactly) : whole;
}

/** Parses `[…]`. Returns undefined if it has no end. */
function parseBracket(characters: readonly string[], start: number): { piece: Piece; end: number } | undefined {
  let i = start + 1;
  const negated = characters[i] === "!";
  if (negated) i += 1;
  const tests: ((character: string) => boolean)[] = [];
  for (let first = true; ; first = false, i++) {
    const character = characters[i];
    if (character === undefined) return undefined;
    if (character === "]" && !first) break;
    if (character === "[" && characters[i + 1] === ":") {
      const end = characters.indexOf("]", i);
      const expression = classes.get(characters.slice(i + 2, end - 1).join(""));
      if (characters[end - 1] === ":" && expression) {
        tests.push((other) => expression.test(other));
        i = end;
        continue;
      }
    }
    if (character === "\\") i += 1;
    const low = codeOf(characters[i]);
    if (characters[i + 1] === "-" && ![undefined, "]"].includes(characters[i + 2])) {
      i += characters[i + 2] === "\\" ? 3 : 2;
      const high = codeOf(characters[i]);
      tests.push((other) => codeOf(other) >= low && codeOf(other) <= high);
    } else tests.push((other) => codeOf(other) === low);
  }
  return { piece: { kind: "one", accepts: (other) => tests.some((test) => test(other)) !== negated }, end: i };
}

function codeOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? -1;
}
