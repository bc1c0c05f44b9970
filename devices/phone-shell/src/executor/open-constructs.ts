/** An open construct. Its kind determines the closing word or character. */
type Construct =
  | "'" // also of $'…', where a backslash quotes
  | "$'"
  | '"'
  | "`"
  | "${"
  | "(" // a subshell
  | "$(" // a command or process substitution
  | "((" // an arithmetic command
  | "()" // other parentheses: arithmetic expansion, an array, a pattern, inside [[ ]]
  | "{"
  | "if"
  | "do"
  | "case" // before `in`
  | "pattern" // pattern of a case, up to its parenthesis
  | "item" // the commands of a case's item
  | "[[";

const CLOSERS: Readonly<Record<string, readonly Construct[]>> = {
  fi: ["if"],
  done: ["do"],
  esac: ["pattern", "item"],
  "}": ["{"],
};
const OPENERS: ReadonlySet<string> = new Set(["if", "do", "case", "{", "[["]);
/** Words before another command. */
const PREFIXES: ReadonlySet<string> = new Set(["then", "else", "elif", "while", "until", "time", "!"]);
const QUOTES = /[^\\"`$]+/y;
const WORD = /[^\s;&|()<>'"`$\\]+/y;
const FUNCTION_NAME = /\s+[^\s(){]+(?:\s*\(\s*\))?/y;
const BLANKS = /[ \t\r]+/y;

/** A word with a special place: after a redirection operator, or the pattern `!(…)` as an argument. */
export type SpecialWord = "target" | "negatedPattern";

/**
 * Tracks quotes, here-documents and compound commands line by line, to detect scripts that certainly need more lines.
 * Scans each character once. It does not check syntax: lines that it cannot interpret are left to the parser.
 */
export class OpenConstructs {
  readonly #onSpecialWord: (kind: SpecialWord, offset: number) => void;
  readonly #stack: Construct[] = [];
  #hereDocuments: { delimiter: string; indented: boolean }[] = [];
  /** Whether the next word may be reserved. */
  #commandStarts = true;
  /** Whether the last line ended with an operator that needs another command. */
  #operatorPending = false;
  /** Whether the last token was a redirection operator. */
  #targetPending = false;
  #continued = false;
  #confused = false;
  #line = "";
  #at = 0;
  /** End of an escaped character, a group or a substitution. Text here belongs to the same word. */
  #partEnd = -1;
  /** Offset of the line in the whole text. */
  #lineStart = 0;

  /** `onSpecialWord` receives the offset of each special word outside backquotes and here-documents. */
  constructor(onSpecialWord: (kind: SpecialWord, offset: number) => void = () => undefined) {
    this.#onSpecialWord = onSpecialWord;
  }

  /** Adds a line without its newline. Returns whether the script of all lines so far is certainly incomplete. */
  add(line: string): boolean {
    if (this.#hereDocuments.length > 0 && !this.#continued && !this.#isQuoted()) this.#hereDocumentLine(line);
    else this.#scan(line);
    this.#lineStart += line.length + 1;
    if (this.#confused) return false;
    return this.#stack.length > 0 || this.#hereDocuments.length > 0 || this.#continued || this.#operatorPending;
  }

  /** Returns whether the last line ended with a backslash, so that the next line is joined to it. */
  get isContinued(): boolean {
    return this.#continued;
  }

  #hereDocumentLine(line: string): void {
    const [first] = this.#hereDocuments;
    if (first && (first.indented ? line.replace(/^\t+/, "") : line) === first.delimiter) this.#hereDocuments.shift();
  }

  #isQuoted(): boolean {
    return ["'", "$'", '"', "`", "${"].includes(this.#stack.at(-1) ?? "");
  }

  #scan(line: string): void {
    this.#line = line;
    this.#at = 0;
    this.#partEnd = -1;
    this.#continued = false;
    while (this.#at < line.length) {
      const top = this.#stack.at(-1);
      if (top === "'") this.#skipTo("'");
      else if (top === "`" || top === "$'") this.#escaped(top === "`" ? "`" : "'");
      else if (top === '"' || top === "${") this.#expanded(top === '"' ? '"' : "}");
      else this.#token();
    }
    if (!this.#continued && !this.#isQuoted()) this.#commandStarts = true;
  }

  #open(construct: Construct, length: number): void {
    this.#stack.push(construct);
    this.#at += length;
  }

  #close(length: number): void {
    this.#stack.pop();
    this.#at += length;
  }

  #skipTo(end: string): void {
    const index = this.#line.indexOf(end, this.#at);
    if (index < 0) this.#at = this.#line.length;
    else {
      this.#at = index;
      this.#close(end.length);
    }
  }

  /** Reads a backslash. It quotes the next character or continues the line. */
  #backslash(): void {
    this.#continued = this.#at === this.#line.length - 1;
    this.#at += 2;
  }

  #escaped(end: string): void {
    const character = this.#line.charAt(this.#at);
    if (character === "\\") this.#backslash();
    else if (character === end) this.#close(1);
    else this.#at += 1;
  }

  /** Reads text with substitutions of parameters and commands. */
  #expanded(end: string): void {
    const character = this.#line.charAt(this.#at);
    if (character === "\\") this.#backslash();
    else if (character === end) this.#close(1);
    else if (character === "$") this.#dollar();
    else if (character === "`" || character === '"') this.#open(character, 1);
    else if (character === "'" && end === "}" && !this.#stack.includes('"')) this.#open("'", 1);
    else this.#at = Math.max(this.#at + 1, end === '"' ? this.#ended(QUOTES) : 0);
  }

  /** Returns the end of a match of the pattern at the current position. */
  #ended(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#line) ? pattern.lastIndex : this.#at;
  }

  #dollar(): void {
    const rest = this.#line.slice(this.#at, this.#at + 3);
    if (rest === "$((") {
      this.#open("()", 2);
      this.#open("()", 1);
    } else if (rest.startsWith("$(")) {
      this.#open("$(", 2);
      this.#commandStarts = true;
    } else if (rest.startsWith("${")) this.#open("${", 2);
    else if (rest.startsWith("$'") && !this.#stack.includes('"')) this.#open("$'", 2);
    else this.#at += 1;
  }

  #token(): void {
    const { text, length } = this.#symbol();
    switch (text) {
      case "\\":
        this.#backslash();
        this.#partEnd = this.#at;
        return this.#continued ? undefined : this.#wordPart();
      case "'":
      case '"':
      case "`":
        this.#open(text, 1);
        return this.#wordPart();
      case "$":
        this.#wordPart();
        return this.#dollar();
      case "(":
        return this.#openParenthesis();
      case ")":
        return this.#closeParenthesis();
      case "<<":
        return this.#hereDocument();
      case ";;":
        if (this.#stack.at(-1) === "item") this.#stack[this.#stack.length - 1] = "pattern";
        else this.#confused = true;
        break;
      case "":
        return this.#blankOrWord();
    }
    this.#at += length;
    const isRedirection = ["<<<", "<", ">"].includes(text);
    this.#commandStarts = !isRedirection;
    this.#targetPending = isRedirection && !this.#isExpression();
    this.#operatorPending = ["|", "||", "&&", "|&"].includes(text);
  }

  #symbol(): { text: string; length: number } {
    const [text = ""] =
      /^(?:<<<|<<|<&|>[&|]?|<|;[;&|]|&&|\|\||\|&|[\\'"`$();&|])?/.exec(this.#line.slice(this.#at, this.#at + 3)) ?? [];
    const same = text.startsWith(";") && text.length === 2 ? ";;" : /^[<>][&|]?$/.test(text) ? text.charAt(0) : text;
    return { text: same, length: text.length };
  }

  /** Returns whether `<` and `>` compare here: in arithmetic, an array, a pattern, or `[[ ]]`. */
  #isExpression(): boolean {
    return ["[[", "()", "(("].includes(this.#stack.at(-1) ?? "");
  }

  #wordPart(): void {
    this.#commandStarts = false;
    this.#targetPending = false;
    this.#operatorPending = false;
  }

  #openParenthesis(): void {
    const before = this.#line.charAt(this.#at - 1);
    this.#operatorPending = false;
    this.#targetPending = false;
    if (this.#isExpression() || /[=@!?*+]/.test(before)) this.#open("()", 1);
    else if (this.#stack.at(-1) === "pattern") this.#at += 1;
    else if (/^\(\s*\)/.test(this.#line.slice(this.#at)) && !this.#commandStarts) {
      // A function's body follows, possibly on another line.
      this.#at = this.#line.indexOf(")", this.#at) + 1;
      this.#commandStarts = this.#operatorPending = true;
    } else if (this.#line.startsWith("((", this.#at)) {
      this.#open("((", 1);
      this.#open("()", 1);
    } else {
      this.#open(/[<>]/.test(before) ? "$(" : this.#commandStarts ? "(" : "()", 1);
      this.#commandStarts = true;
    }
  }

  #closeParenthesis(): void {
    const top = this.#stack.at(-1);
    if (top === "pattern") {
      this.#stack[this.#stack.length - 1] = "item";
      this.#commandStarts = true;
      this.#at += 1;
    } else if (top === "(" || top === "$(" || top === "((" || top === "()") {
      this.#close(1);
      if (top === "$(" || top === "()") this.#partEnd = this.#at;
      // Reserved words may follow a command without a separator.
      this.#commandStarts = top === "((" || top === "(";
    } else {
      this.#confused = true;
      this.#at += 1;
    }
  }

  #hereDocument(): void {
    const inArithmetic = ["()", "(("].includes(this.#stack.at(-1) ?? "");
    const [all = "<<", dash = "", quoted = ""] =
      /^<<(-?)[ \t]*((?:'[^']*'|"[^"]*"|\\.|[^\s;&|()<>'"\\])*)/.exec(this.#line.slice(this.#at)) ?? [];
    this.#at += inArithmetic ? 2 : all.length;
    if (inArithmetic) return;
    this.#hereDocuments.push({ delimiter: quoted.replaceAll(/['"]|\\(?=.)/g, ""), indented: dash !== "" });
    this.#wordPart();
  }

  #blankOrWord(): void {
    const afterBlanks = this.#ended(BLANKS);
    if (afterBlanks > this.#at) {
      this.#at = afterBlanks;
      return;
    }
    const start = this.#at;
    this.#at = Math.max(start + 1, this.#ended(WORD));
    const text = this.#line.slice(start, this.#at);
    const startsWord = start !== this.#partEnd && /^$|[\s;&|()<>]/.test(this.#line.charAt(start - 1));
    if (startsWord) this.#reportSpecial(text, start);
    const inArithmetic = ["()", "(("].includes(this.#stack.at(-1) ?? "");
    if (startsWord && text.startsWith("#") && !inArithmetic) this.#at = this.#line.length;
    else if (startsWord && (this.#at === this.#line.length || /[\s;&|()<>]/.test(this.#line.charAt(this.#at))))
      this.#word(text);
    else this.#wordPart();
  }

  #reportSpecial(text: string, start: number): void {
    if (this.#targetPending) this.#onSpecialWord("target", this.#lineStart + start);
    const isArgument = !this.#commandStarts || this.#stack.at(-1) === "pattern";
    if (text === "!" && this.#line.charAt(this.#at) === "(" && isArgument && !this.#isExpression())
      this.#onSpecialWord("negatedPattern", this.#lineStart + start);
  }

  #word(text: string): void {
    const top = this.#stack.at(-1);
    const reserved = this.#commandStarts;
    this.#operatorPending = false;
    this.#targetPending = false;
    if (top === "case" && text === "in") this.#stack[this.#stack.length - 1] = "pattern";
    else if (top === "[[" && text === "]]") this.#stack.pop();
    else if (top === "pattern") {
      if (text === "esac") this.#stack.pop();
      this.#commandStarts = text === "esac";
    } else if (!reserved || top === "[[" || top === "()" || top === "((") this.#commandStarts = false;
    else if (OPENERS.has(text)) {
      this.#stack.push(text as Construct); // all openers are constructs
      this.#commandStarts = text !== "case" && text !== "[[";
    } else if (Object.hasOwn(CLOSERS, text)) {
      if (top !== undefined && CLOSERS[text]?.includes(top)) this.#stack.pop();
      else this.#confused = true;
    } else if (text === "function") this.#at = this.#ended(FUNCTION_NAME);
    else this.#commandStarts = PREFIXES.has(text);
  }
}
