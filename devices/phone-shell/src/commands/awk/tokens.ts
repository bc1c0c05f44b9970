export interface Token {
  kind: "number" | "string" | "regex" | "name" | "function" | "builtin" | "keyword" | "operator" | "newline" | "end";
  text: string;
  line: number;
}

/** Thrown for a program with invalid syntax. */
export class AwkSyntaxError extends Error {
  readonly line: number;

  constructor(line: number) {
    super("syntax error");
    this.line = line;
  }
}

const keywords = new Set(
  "BEGIN END function func if else while for do break continue next nextfile exit return delete in getline print printf".split(
    " ",
  ),
);
const builtins = new Set(
  "length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper system close fflush".split(
    " ",
  ),
);
const PIECES =
  /[ \t\r]+|\\\r?\n|#[^\n]*|(\n)|((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*)(\()?|(\*\*=|\*\*|\^=|\+\+|--|\+=|-=|\*=|\/=|%=|==|<=|>=|!=|!~|&&|\|\||>>|[-+*/%^!<>|?:~$={}()[\],;])/y;

/** Splits a program into tokens. Throws AwkSyntaxError. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let at = 0;
  const add = (kind: Token["kind"], text: string) => tokens.push({ kind, text, line });
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '"') {
      const { text, end } = quoted(source, at, line);
      add("string", text);
      at = end;
      continue;
    }
    if (character === "/" && startsOperand(tokens.at(-1))) {
      const end = regexEnd(source, at, line);
      add("regex", source.slice(at + 1, end));
      at = end + 1;
      continue;
    }
    PIECES.lastIndex = at;
    const found = PIECES.exec(source);
    if (!found) throw new AwkSyntaxError(line);
    const [all, newline, number, name, parenthesis, operator] = found;
    at += all.length;
    if (number !== undefined) add("number", number);
    else if (name !== undefined) {
      add(kindOf(name, parenthesis !== undefined), name);
      if (parenthesis !== undefined) add("operator", "(");
    } else if (operator !== undefined) add("operator", { "**": "^", "**=": "^=" }[operator] ?? operator);
    else if (newline !== undefined) add("newline", "\n");
    if (all.includes("\n")) line += 1;
  }
  add("newline", "\n");
  add("end", "");
  return tokens;
}

function kindOf(name: string, called: boolean): Token["kind"] {
  if (keywords.has(name)) return "keyword";
  if (builtins.has(name)) return "builtin";
  return called ? "function" : "name";
}

/** Returns whether an operand follows, so that a slash starts a regular expression. */
function startsOperand(before: Token | undefined): boolean {
  if (!before) return true;
  if (["number", "string", "regex", "name", "builtin"].includes(before.kind)) return false;
  return !(before.kind === "operator" && [")", "]", "$", "++", "--"].includes(before.text));
}

function regexEnd(source: string, start: number, line: number): number {
  let inBrackets = false;
  for (let at = start + 1; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === "\n") break;
    if (character === "\\") at += 1;
    else if (character === "[" && !inBrackets) {
      inBrackets = true;
      if (source.charAt(at + 1) === "^") at += 1;
      if (source.charAt(at + 1) === "]") at += 1;
    } else if (character === "]") inBrackets = false;
    else if (character === "/" && !inBrackets) return at;
  }
  throw new AwkSyntaxError(line);
}

function quoted(source: string, start: number, line: number): { text: string; end: number } {
  for (let at = start + 1; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === "\\") at += 1;
    else if (character === '"') return { text: unescapeString(source.slice(start + 1, at)), end: at + 1 };
    else if (character === "\n") break;
  }
  throw new AwkSyntaxError(line);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  '"': '"',
  "/": "/",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\n": "",
};

/** Replaces the escapes of a string. An unknown escape keeps its backslash. */
export function unescapeString(text: string): string {
  return text.replace(/\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|[^])/g, (all, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(parseInt(code, 8));
    if (/^x./.test(code)) return String.fromCharCode(parseInt(code.slice(1), 16));
    return ESCAPES[code] ?? all;
  });
}
