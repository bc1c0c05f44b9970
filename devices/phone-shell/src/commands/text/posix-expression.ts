/** Translates POSIX regular expressions, basic and extended, into syntax that RE2 and JavaScript share. */

const classes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alnum: "a-zA-Z0-9\\p{L}\\p{N}",
    alpha: "a-zA-Z\\p{L}",
    blank: " \\t",
    cntrl: "\\x00-\\x1f\\x7f",
    digit: "0-9",
    graph: "\\x21-\\x7e",
    lower: "a-z\\p{Ll}",
    print: "\\x20-\\x7e",
    punct: "!-\\/:-@\\[-`{-~",
    space: "\\t-\\r ",
    upper: "A-Z\\p{Lu}",
    xdigit: "0-9A-Fa-f",
  }),
);

/** Replacements for the word anchors. They cannot be repeated. */
const WORD_ANCHORS: Readonly<Record<string, string>> = {
  "<": "(?:\\b(?<!\\w))",
  ">": "(?:\\b(?<=\\w))",
  b: "\\b",
  B: "\\B",
};

/**
 * Translates an expression for RE2, or for V8 with the flag `u`. Throws SyntaxError with a message of Android's C
 * library.
 */
export function posixExpression(pattern: string, extended: boolean): string {
  return new Translation(pattern, extended).source();
}

class Translation {
  readonly #pattern: string;
  readonly #extended: boolean;
  #at = 0;
  #source = "";
  /** Kind of the previous element in the expression or alternative. Only an atom can be repeated, and only once. */
  #before: "nothing" | "anchor" | "atom" | "repetition" = "nothing";
  #openGroups = 0;
  #closedGroups = 0;

  constructor(pattern: string, extended: boolean) {
    this.#pattern = pattern;
    this.#extended = extended;
  }

  source(): string {
    while (this.#at < this.#pattern.length) {
      const escaped = this.#pattern.charAt(this.#at) === "\\";
      if (escaped) this.#at += 1;
      const character = this.#pattern.charAt(this.#at++);
      if (character === "") throw new SyntaxError("trailing backslash (\\)");
      // In basic expressions all operators but the star need a backslash.
      if ("(){}|+?".includes(character) && escaped !== this.#extended) this.#operator(character);
      else if (escaped) this.#escaped(character);
      else this.#plain(character);
    }
    if (this.#openGroups > 0) throw new SyntaxError("parentheses not balanced");
    return this.#source;
  }

  #add(piece: string, kind: "nothing" | "anchor" | "atom" | "repetition"): void {
    this.#source += piece;
    this.#before = kind;
  }

  #plain(character: string): void {
    const isFirst = this.#before === "nothing";
    const isLast = this.#at === this.#pattern.length || /^\\[)|]/.test(this.#pattern.slice(this.#at, this.#at + 2));
    if (character === "*") this.#repeat("*");
    else if (character === ".") this.#add(".", "atom");
    else if (character === "[") this.#bracket();
    else if (character === "^" && (this.#extended || isFirst)) this.#add("^", "anchor");
    else if (character === "$" && (this.#extended || isLast)) this.#add("$", "anchor");
    else this.#add(literal(character), "atom");
  }

  #escaped(character: string): void {
    const anchor = WORD_ANCHORS[character];
    if (anchor !== undefined) return this.#add(anchor, "anchor");
    if (/[1-9]/.test(character) && Number(character) > this.#closedGroups)
      throw new SyntaxError("invalid backreference number");
    this.#add(/[1-9wWsSdDntr]/.test(character) ? `\\${character}` : literal(character), "atom");
  }

  #operator(character: string): void {
    switch (character) {
      case "(":
        this.#openGroups += 1;
        return this.#add("(", "nothing");
      case ")":
        if (this.#openGroups === 0) {
          if (this.#extended) return this.#add("\\)", "atom");
          throw new SyntaxError("parentheses not balanced");
        }
        this.#openGroups -= 1;
        this.#closedGroups += 1;
        return this.#add(")", "atom");
      case "|":
        return this.#add("|", "nothing");
      case "{":
        return this.#interval();
      case "}":
        return this.#add("\\}", "atom");
      default:
        this.#repeat(character);
    }
  }

  /**
   * Parses `{2}`, `{2,}`, `{2,3}` or `{,3}`. Other text stands for itself, such as `{"` in scripts that search JSON.
   */
  #interval(): void {
    const interval = this.#extended ? /(\d*)(,?)(\d*)\}/y : /(\d*)(,?)(\d*)\\\}/y;
    interval.lastIndex = this.#at;
    const [, low = "", comma, high = ""] = interval.exec(this.#pattern) ?? [];
    if (low === "" && high === "") {
      if (this.#extended) return this.#add("\\{", "atom");
      throw new SyntaxError("invalid repetition count(s)");
    }
    if (high !== "" && Number(high) < Number(low)) throw new SyntaxError("invalid repetition count(s)");
    this.#at = interval.lastIndex;
    this.#repeat(`{${low || "0"}${comma}${high}}`);
  }

  #repeat(mark: string): void {
    if (this.#before === "atom") return this.#add(mark, "repetition");
    if (this.#extended || this.#before === "repetition") throw new SyntaxError("repetition-operator operand invalid");
    this.#add(literal(mark), "atom");
  }

  #bracket(): void {
    const end = bracketEnd(this.#pattern, this.#at);
    if (end < 0) throw new SyntaxError("brackets ([ ]) not balanced");
    this.#add(bracket(this.#pattern.slice(this.#at, end)), "atom");
    this.#at = end + 1;
  }
}

function literal(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

/** Returns the end of a bracket expression. Its inner part starts at `start`; a leading `]` is part of it. */
function bracketEnd(pattern: string, start: number): number {
  let i = start;
  if (pattern.charAt(i) === "^") i += 1;
  if (pattern.charAt(i) === "]") i += 1;
  for (; i < pattern.length; i++) {
    if (/^\[[:.=]/.test(pattern.slice(i))) {
      const end = pattern.indexOf(`${pattern.charAt(i + 1)}]`, i + 2);
      if (end > 0) i = end + 1;
    } else if (pattern.charAt(i) === "]") return i;
  }
  return -1;
}

function bracket(inner: string): string {
  const negated = inner.startsWith("^");
  const body = (negated ? inner.slice(1) : inner)
    .split(/(\[:\w+:\]|\[=[^]=\]|\[\.[^]\.\])/u)
    .map((piece) => {
      const name = /^\[:(\w+):\]$/.exec(piece)?.[1];
      if (name !== undefined) return classOf(name);
      const single = /^\[([=.])([^])\1\]$/u.exec(piece)?.[2];
      return single === undefined ? piece.replace(/[\\\][^]/g, "\\$&").replace(/^-|-$/g, "\\-") : quoted(single);
    })
    .join("");
  return `[${negated ? "^" : ""}${body.replace(/--/g, "\\--")}]`;
}

function classOf(name: string): string {
  const found = classes.get(name);
  if (found === undefined) throw new SyntaxError("invalid character class");
  return found;
}

function quoted(character: string): string {
  return /[\\\]^[-]/.test(character) ? `\\${character}` : character;
}
