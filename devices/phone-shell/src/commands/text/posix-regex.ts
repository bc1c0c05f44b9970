/**
 * Users' regular expressions with POSIX matching: the leftmost match, then the longest. RE2 matches in time linear in
 * the text. V8 is faster, so it matches the expressions that need no backtracking. V8 also matches back-references,
 * because RE2 does not support them (see docs/internals/decisions/0057).
 */
import type { RE2JS } from "re2js";
import { CommandError } from "../../command-error.ts";
import { posixExpression } from "./posix-expression.ts";

let engine: typeof RE2JS | undefined;

/** Loads the engine on first use, because it needs memory. Users of expressions await it once. */
export async function loadRegexEngine(): Promise<void> {
  engine ??= (await import("re2js")).RE2JS;
}

export interface RegexOptions {
  /** `basic` and `extended` are POSIX's syntax, `perl` is RE2's, `fixed` is plain text. */
  syntax: "basic" | "extended" | "perl" | "fixed";
  ignoreCase?: boolean;
  /** Limits matches to the whole text, its start, or whole words. */
  only?: "whole" | "start" | "words";
}

export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** Returns the match of a group by its number, empty if it has none. 0 is the whole match. */
  readonly group: (number: number) => string;
}

/** Matches an expression by string search, RE2 or V8. */
interface Matcher {
  test(text: string): boolean;
  /** Returns the first match that starts at `from` or later. */
  find(text: string, from: number): RegexMatch | undefined;
}

const known = new Map<string, Regex>();
const MAX_KNOWN = 500;

/**
 * Compiles an expression that matches if one of the patterns does. Without patterns it never matches. Throws
 * SyntaxError.
 */
export function regexOf(patterns: string | readonly string[], options: RegexOptions): Regex {
  const key = JSON.stringify([patterns, options]);
  const found = known.get(key);
  if (found) return found;
  const made = new Regex(matcherOf(typeof patterns === "string" ? [patterns] : patterns, options));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, made);
  return made;
}

/** Compiles an expression for a command. Throws CommandError with toybox's message. */
export function commandRegex(
  name: string,
  patterns: string | readonly string[],
  options: RegexOptions,
  exitCode = 1,
): Regex {
  try {
    return regexOf(patterns, options);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const shown = typeof patterns === "string" ? patterns : patterns.join("\n");
    throw new CommandError(`${name}: bad regex '${shown}': ${error.message}`, exitCode);
  }
}

export class Regex {
  readonly #matcher: Matcher;

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  test(text: string): boolean {
    return this.#matcher.test(text);
  }

  find(text: string, from = 0): RegexMatch | undefined {
    return this.#matcher.find(text, from);
  }

  /** Yields all matches in order, without empty matches directly after another match. */
  *matches(text: string): Generator<RegexMatch, void> {
    if (!this.#matcher.test(text)) return;
    let last = -1;
    for (let from = 0; from <= text.length;) {
      const match = this.#matcher.find(text, from);
      if (!match) return;
      const empty = match.start === match.end;
      if (!empty || match.start !== last) yield match;
      last = match.end;
      from = empty ? match.end + ((text.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1) : match.end;
    }
  }

  /** Returns the text between matches, at most `most` pieces. Empty matches do not split. */
  split(text: string, most: number): string[] {
    const pieces: string[] = [];
    let start = 0;
    for (const match of this.matches(text)) {
      if (match.end === match.start) continue;
      pieces.push(text.slice(start, match.start));
      if (pieces.length >= most) return pieces;
      start = match.end;
    }
    pieces.push(text.slice(start));
    return pieces;
  }
}

function matcherOf(patterns: readonly string[], { syntax, ignoreCase = false, only }: RegexOptions): Matcher {
  if (only === "words") return new WordsMatcher(matcherOf(patterns, { syntax, ignoreCase }));
  const plain = patterns.every((pattern) => syntax === "fixed" || !/[\\^$.*+?()[\]{}|]/.test(pattern));
  if (patterns.length === 0 || (plain && !ignoreCase && !only)) return new TextMatcher(patterns);
  const sources = patterns.map((pattern) =>
    syntax === "fixed"
      ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
      : syntax === "perl"
        ? pattern
        : posixExpression(pattern, syntax === "extended"),
  );
  const source = sources.length === 1 ? (sources[0] ?? "") : sources.map((one) => `(?:${one})`).join("|");
  const whole = only === "whole" ? `^(?:${source})$` : only === "start" ? `^(?:${source})` : source;
  const native = syntax === "perl" ? hasBackReference(whole) : isPlain(whole) || hasBackReference(whole);
  try {
    if (native) return new NativeMatcher(whole, ignoreCase);
    return new LinearMatcher(whole, {
      ignoreCase,
      longest: syntax !== "perl",
      required: ignoreCase || syntax === "perl" ? "" : requiredText(source),
    });
  } catch (error) {
    if (!(error instanceof Error) || !/Syntax/.test(error.name)) throw error;
    throw new SyntaxError(reasonOf(error.message), { cause: error });
  }
}

/** Translates an error of RE2 or V8 into a message of Android's C library. */
function reasonOf(message: string): string {
  if (/character class/i.test(message)) return "invalid character range";
  return message.includes("repeat count") ? "invalid repetition count(s)" : "invalid regular expression";
}

/**
 * Returns whether an expression is a sequence of single characters, with at most the last repeated. Such an expression
 * needs no backtracking.
 */
function isPlain(source: string): boolean {
  const one = String.raw`(?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9]|\\[wWdDntr]|\.|\[(?:\\[^]|[^\]\\])*\])`;
  return new RegExp(`^\\^?${one}*(?:\\$|${one}[*+])?$`, "u").test(source);
}

/** Returns whether an unescaped backslash precedes a digit. */
function hasBackReference(source: string): boolean {
  return /\\[1-9]/.test(source.replaceAll("\\\\", ""));
}

/** Returns a text that every match of a POSIX expression contains. Empty if none is certain. */
function requiredText(source: string): string {
  const tokens = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{\d[^}]*\}|[^]/gu;
  let longest = "";
  let run = "";
  let depth = 0;
  const endRun = () => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (const [token] of source.matchAll(tokens)) {
    const literal = /^(?:\\(\W)|([^\\^$.*+?()[\]{}|]))$/u.exec(token);
    if (depth === 0 && token === "|") return "";
    if (depth === 0 && literal) {
      run += literal[1] ?? literal[2] ?? "";
      continue;
    }
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    // A repeated character may be absent.
    else if (/^[*?{]/.test(token)) run = Array.from(run).slice(0, -1).join("");
    endRun();
  }
  endRun();
  return longest;
}

function matchAt(text: string, start: number, end: number): RegexMatch {
  return { start, end, group: (number) => (number === 0 ? text.slice(start, end) : "") };
}

class TextMatcher implements Matcher {
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    // Longest first, so that the first text found at a position is the longest.
    this.#texts = texts.toSorted((a, b) => b.length - a.length);
  }

  test(text: string): boolean {
    return this.#texts.some((one) => text.includes(one));
  }

  find(text: string, from: number): RegexMatch | undefined {
    let first: RegexMatch | undefined;
    for (const one of this.#texts) {
      const start = text.indexOf(one, from);
      if (start >= 0 && (!first || start < first.start)) first = matchAt(text, start, start + one.length);
    }
    return first;
  }
}

/** Matches whole words for grep: no ASCII letter, digit or `_` before or after the match. */
class WordsMatcher implements Matcher {
  readonly #matcher: Matcher;

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  test(text: string): boolean {
    return this.find(text, 0) !== undefined;
  }

  find(text: string, from: number): RegexMatch | undefined {
    let match = this.#matcher.find(text, from);
    while (match && (isWordAt(text, match.start - 1) || isWordAt(text, match.end))) {
      // Continues after the current word, as toybox does: no match starts inside a word.
      let next = match.start + 1;
      while (next < text.length && isWordAt(text, next - 1)) next += 1;
      if (next >= text.length) return undefined;
      match = this.#matcher.find(text, next);
    }
    return match;
  }
}

function isWordAt(text: string, at: number): boolean {
  return /\w/.test(text.charAt(at));
}

class LinearMatcher implements Matcher {
  readonly #expression: RE2JS;
  readonly #required: string;

  constructor(
    source: string,
    { ignoreCase, longest, required }: { ignoreCase: boolean; longest: boolean; required: string },
  ) {
    if (!engine) throw new Error("the engine of regular expressions is not loaded");
    const { CASE_INSENSITIVE, DOTALL, LONGEST_MATCH, LOOKBEHINDS } = engine;
    const flags =
      (ignoreCase ? CASE_INSENSITIVE : 0) |
      (longest ? DOTALL | LONGEST_MATCH : 0) |
      (source.includes("(?<") ? LOOKBEHINDS : 0);
    this.#expression = engine.compile(source, flags);
    this.#required = required;
  }

  test(text: string): boolean {
    return text.includes(this.#required) && this.#expression.test(text);
  }

  find(text: string, from: number): RegexMatch | undefined {
    if (!text.includes(this.#required, from)) return undefined;
    const matcher = this.#expression.matcher(text);
    if (!matcher.find(from)) return undefined;
    return {
      start: matcher.start(),
      end: matcher.end(),
      group: (number) => (number <= matcher.groupCount() ? (matcher.group(number) ?? "") : ""),
    };
  }
}

class NativeMatcher implements Matcher {
  readonly #expression: RegExp;

  constructor(source: string, ignoreCase: boolean) {
    this.#expression = new RegExp(source, `gsu${ignoreCase ? "i" : ""}`);
  }

  test(text: string): boolean {
    return this.find(text, 0) !== undefined;
  }

  find(text: string, from: number): RegexMatch | undefined {
    this.#expression.lastIndex = from;
    const found = this.#expression.exec(text);
    return found
      ? { start: found.index, end: found.index + found[0].length, group: (number) => found[number] ?? "" }
      : undefined;
  }
}
