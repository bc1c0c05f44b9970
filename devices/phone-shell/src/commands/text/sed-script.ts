/** Parser of sed's language: POSIX with toybox's extensions. */
import { CommandError } from "../../command-error.ts";
import { trimBlanks } from "../../text/blanks.ts";
import { commandRegex, type Regex } from "./posix-regex.ts";

/** An expression; undefined stands for the expression used last. */
export type SedRegex = Regex | undefined;

export type SedAddress =
  | { kind: "line"; number: number }
  | { kind: "step"; first: number; step: number }
  | { kind: "last" }
  | { kind: "match"; regex: SedRegex }
  /** Second addresses only: a number of further lines, or up to the next multiple. */
  | { kind: "more" | "multiple"; number: number };

export interface Substitution {
  regex: SedRegex;
  /** Texts and group numbers. */
  replacement: readonly (string | number)[];
  /** Number of the first match to replace, and whether to replace the later ones too. */
  occurrence: number;
  all: boolean;
  print: boolean;
  path: string | undefined;
}

export type SedAction =
  | { name: "{"; end: number }
  | { name: "b" | "t" | "T"; label: string; target: number }
  | { name: "a" | "c" | "i"; text: string }
  | { name: "r" | "w"; path: string }
  | { name: "q" | "Q"; exitCode: number }
  | { name: "s"; substitution: Substitution }
  | { name: "y"; map: ReadonlyMap<string, string> }
  | { name: "}" | ":" | "=" | "d" | "D" | "F" | "g" | "G" | "h" | "H" | "l" | "n" | "N" | "p" | "P" | "x" | "z" };

export interface SedCommand {
  from: SedAddress | undefined;
  to: SedAddress | undefined;
  negated: boolean;
  action: SedAction;
}

/** Parses a script. Throws CommandError. */
export function parseSed(script: string, extended: boolean): SedCommand[] {
  return new SedParser(script, extended).commands();
}

const SIMPLE = "=dDFgGhHlnNpPxz";

class SedParser {
  readonly #script: string;
  readonly #extended: boolean;
  readonly #commands: SedCommand[] = [];
  readonly #labels = new Map<string, number>();
  readonly #open: { name: "{"; end: number }[] = [];
  #at = 0;
  #start = 0;

  constructor(script: string, extended: boolean) {
    this.#script = script;
    this.#extended = extended;
  }

  commands(): SedCommand[] {
    for (;;) {
      this.#take(/^[\s;]+/);
      if (this.#take(/^#.*/)) continue;
      if (this.#at >= this.#script.length) break;
      this.#start = this.#at;
      const from = this.#address(false);
      const to = from && this.#take(/^\s*,\s*/) ? this.#address(true) : undefined;
      const negated = this.#take(/^\s*!\s*/) !== "";
      this.#take(/^\s+/);
      const action = this.#action();
      this.#commands.push({ from, to, negated, action });
      if (!"{}aci:".includes(action.name) && !/^[ \t]*([;\n}#]|$)/.test(this.#rest())) this.#fail();
    }
    if (this.#open.length > 0) throw new CommandError("sed: no }");
    for (const { action } of this.#commands) if ("label" in action) action.target = this.#targetOf(action.label);
    return this.#commands;
  }

  #rest(): string {
    return this.#script.slice(this.#at);
  }

  #take(expression: RegExp): string {
    const [text = ""] = expression.exec(this.#rest()) ?? [];
    this.#at += text.length;
    return text;
  }

  #fail(): never {
    const letter = this.#script.charAt(this.#start);
    throw new CommandError(`sed: bad pattern '${this.#script}'@${this.#start + 1} (${letter})`);
  }

  #targetOf(label: string): number {
    const target = label === "" ? this.#commands.length : this.#labels.get(label);
    if (target === undefined) throw new CommandError(`sed: no :${label}`);
    return target;
  }

  #address(second: boolean): SedAddress | undefined {
    const step = /^(\d+)~(\d+)/.exec(this.#take(/^\d+~\d+/));
    if (step) return { kind: "step", first: Number(step[1]), step: Number(step[2]) };
    const more = second ? this.#take(/^[+~]\d+/) : "";
    if (more) return { kind: more.startsWith("+") ? "more" : "multiple", number: Number(more.slice(1)) };
    const number = this.#take(/^\d+/);
    if (number) return { kind: "line", number: Number(number) };
    if (this.#take(/^\$/)) return { kind: "last" };
    if (!this.#take(/^(\/|\\(?=.))/)) return second ? this.#fail() : undefined;
    const delimiter = this.#script.charAt(this.#at - 1) === "/" ? "/" : (this.#script[this.#at++] ?? this.#fail());
    const source = this.#delimited(delimiter, true);
    return { kind: "match", regex: this.#regex(source, this.#take(/^I/) !== "") };
  }

  #regex(source: string, ignoreCase: boolean): SedRegex {
    if (source === "") return undefined;
    return commandRegex("sed", source, { syntax: this.#extended ? "extended" : "basic", ignoreCase });
  }

  /** Reads up to and including a delimiter. Backslashes and brackets protect delimiters. */
  #delimited(delimiter: string, bracketsProtect: boolean): string {
    let text = "";
    for (let i = this.#at; i < this.#script.length; i++) {
      const character = this.#script.charAt(i);
      if (character === delimiter) {
        this.#at = i + 1;
        return text;
      }
      if (character === "\\" && i + 1 < this.#script.length) {
        const next = this.#script.charAt(++i);
        text += next === delimiter && next !== "&" ? next : `\\${next}`;
      } else if (character === "[" && bracketsProtect) {
        const bracket = /^\[\^?\]?(\[[:.=][^]*?[:.=]\]|[^\]\n])*\]/.exec(this.#script.slice(i, i + 500))?.[0] ?? "[";
        text += bracket.replace(/\\([nt])/g, (_, letter) => (letter === "n" ? "\n" : "\t"));
        i += bracket.length - 1;
      } else text += character;
    }
    return this.#fail();
  }

  #action(): SedAction {
    const name = this.#script.charAt(this.#at++);
    if (SIMPLE.includes(name) && name !== "") return { name } as SedAction; // `SIMPLE` has no other names
    switch (name) {
      case "{": {
        const block = { name, end: 0 } as const;
        this.#open.push(block);
        return block;
      }
      case "}": {
        const block = this.#open.pop() ?? this.#fail();
        block.end = this.#commands.length;
        return { name };
      }
      case ":":
        this.#labels.set(this.#take(/^\s*[^\s;]+/).trim() || this.#fail(), this.#commands.length);
        return { name };
      case "b":
      case "t":
      case "T":
        this.#take(/^[ \t]+/);
        return { name, label: this.#take(/^[^\s;}]+/), target: 0 };
      case "a":
      case "c":
      case "i":
        return { name, text: this.#text() };
      case "r":
      case "w":
        return { name, path: this.#path() };
      case "q":
      case "Q":
        return { name, exitCode: Number(this.#take(/^\s*\d+/)) };
      case "s":
        return { name, substitution: this.#substitution() };
      case "y":
        return { name, map: this.#map() };
      default:
        return this.#fail();
    }
  }

  #path(): string {
    return trimBlanks(this.#take(/^[^\n]+/)) || this.#fail();
  }

  /** Reads the text of a, c and i, up to a line end without a backslash. */
  #text(): string {
    this.#take(/^[ \t]*(\\([ \t]*\n)?)?/);
    const text = this.#take(/^(\\[^]|[^\\\n])*/);
    return `${text.replace(/\\([^])/g, "$1")}\n`;
  }

  #substitution(): Substitution {
    const delimiter = this.#script[this.#at++] ?? this.#fail();
    if (delimiter === "\n" || delimiter === "\\") this.#fail();
    const source = this.#delimited(delimiter, true);
    const replacement = replacementOf(this.#delimited(delimiter, false));
    const flags = this.#take(/^[gpiI\d]*/);
    const path = this.#take(/^w/) ? this.#path() : undefined;
    const occurrence = Number(/\d+/.exec(flags)?.[0] ?? 1);
    if (occurrence === 0) this.#fail();
    return {
      regex: this.#regex(source, /[iI]/.test(flags)),
      replacement,
      occurrence,
      all: flags.includes("g"),
      print: flags.includes("p"),
      path,
    };
  }

  #map(): ReadonlyMap<string, string> {
    const delimiter = this.#script[this.#at++] ?? this.#fail();
    const [from, to] = [this.#delimited(delimiter, false), this.#delimited(delimiter, false)].map((text) =>
      Array.from(text.replace(/\\([^])/g, (all, next: string) => ({ n: "\n", t: "\t", "\\": "\\" })[next] ?? all)),
    );
    if (!from || !to || from.length !== to.length) return this.#fail();
    return new Map(from.map((character, i) => [character, to[i] ?? ""] as const).toReversed());
  }
}

function replacementOf(text: string): (string | number)[] {
  const pieces: (string | number)[] = [];
  for (const [piece, escaped] of text.matchAll(/\\([^])|&|[^\\&]+|\\$/g)) {
    if (piece === "&") pieces.push(0);
    else if (escaped === undefined) pieces.push(piece);
    else if (/\d/.test(escaped)) pieces.push(Number(escaped));
    else pieces.push({ n: "\n", t: "\t", r: "\r" }[escaped] ?? escaped);
  }
  return pieces;
}
