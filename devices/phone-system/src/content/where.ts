import { ContentError, type ContentRow } from "./content-provider.ts";

/** Whether a row is meant. */
export type RowFilter = (row: ContentRow) => boolean;

type Operand = { column: string } | { value: string | null };

const tokenPattern =
  /\s*(?:('(?:[^']|'')*'|"(?:[^"]|"")*")|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w.]*)|(<=|>=|<>|!=|==|[=<>(),]))/y;
const maxTokens = 500;

/**
 * Reads the condition of `--where`: SQLite's comparisons of columns with literals, LIKE, IN, IS [NOT] NULL, NOT, AND,
 * OR and parentheses. Throws ContentError if the text is something else.
 */
export function parseWhere(text: string): RowFilter {
  const tokens = tokenize(text);
  const parser = new WhereParser(tokens, text);
  return parser.parse();
}

/** Orders rows as `--sort` says: columns with ASC or DESC, and a LIMIT at the end. Throws ContentError. */
export function sortRows(rows: readonly ContentRow[], order: string): ContentRow[] {
  const { list = "", limit } = /^(?<list>.*?)(?:\s+LIMIT\s+(?<limit>\d+))?\s*$/is.exec(order)?.groups ?? {};
  const keys = list.split(",").map((part) => {
    const match = /^\s*([A-Za-z_]\w*)(?:\s+COLLATE\s+\w+)?(?:\s+(ASC|DESC))?\s*$/i.exec(part);
    if (!match?.[1]) throw syntaxError(part.trim(), order);
    return { column: match[1], sign: match[2]?.toUpperCase() === "DESC" ? -1 : 1 };
  });
  const sorted = rows.toSorted((left, right) => {
    for (const { column, sign } of keys) {
      const difference = compare(valueOf({ column }, left), valueOf({ column }, right));
      if (difference !== 0) return difference * sign;
    }
    return 0;
  });
  return limit === undefined ? sorted : sorted.slice(0, Number(limit));
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (text.slice(tokenPattern.lastIndex).trim() !== "") {
    const from = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw syntaxError(text.slice(from).trim().slice(0, 12), text);
    tokens.push(match[0].trim());
    if (tokens.length > maxTokens) throw new ContentError(`the condition has more than ${maxTokens} words`);
  }
  return tokens;
}

class WhereParser {
  readonly #tokens: string[];
  readonly #text: string;
  #at = 0;

  constructor(tokens: string[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  parse(): RowFilter {
    const filter = this.#either();
    if (this.#at < this.#tokens.length) throw this.#error();
    return filter;
  }

  #either(): RowFilter {
    const parts = [this.#all()];
    while (this.#take("OR")) parts.push(this.#all());
    return (row) => parts.some((part) => part(row));
  }

  #all(): RowFilter {
    const parts = [this.#condition()];
    while (this.#take("AND")) parts.push(this.#condition());
    return (row) => parts.every((part) => part(row));
  }

  #condition(): RowFilter {
    if (this.#take("NOT")) {
      const inner = this.#condition();
      return (row) => !inner(row);
    }
    if (this.#take("(")) {
      const inner = this.#either();
      this.#expect(")");
      return inner;
    }
    return this.#comparison();
  }

  #comparison(): RowFilter {
    const left = this.#operand();
    if (this.#take("IS")) {
      const negated = this.#take("NOT");
      this.#expect("NULL");
      return (row) => (valueOf(left, row) === null) !== negated;
    }
    const negated = this.#take("NOT");
    if (this.#take("LIKE")) {
      const pattern = this.#operand();
      return (row) => like(valueOf(left, row), valueOf(pattern, row)) !== negated;
    }
    if (this.#take("IN")) {
      const values = this.#list();
      return (row) => values.some((value) => same(valueOf(left, row), valueOf(value, row))) !== negated;
    }
    if (negated) throw this.#error();
    const operator = this.#tokens[this.#at++];
    const test = operators.get(operator ?? "");
    if (!test) throw this.#error(-1);
    const right = this.#operand();
    return (row) => {
      const [a, b] = [valueOf(left, row), valueOf(right, row)];
      return a !== null && b !== null && test(compare(a, b));
    };
  }

  #list(): Operand[] {
    this.#expect("(");
    const values: Operand[] = [];
    do values.push(this.#operand());
    while (this.#take(","));
    this.#expect(")");
    return values;
  }

  #operand(): Operand {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw this.#error();
    if (token.startsWith("'")) return { value: token.slice(1, -1).replaceAll("''", "'") };
    if (/^-?\d/.test(token)) return { value: token };
    // As in SQLite, a name in double quotes that is no column is a text: told apart when a row is at hand.
    if (token.startsWith('"')) return { value: token.slice(1, -1).replaceAll('""', '"') };
    if (/^NULL$/i.test(token)) return { value: null };
    if (/^[A-Za-z_]/.test(token)) return { column: token };
    throw this.#error(-1);
  }

  #take(word: string): boolean {
    if (this.#tokens[this.#at]?.toUpperCase() !== word) return false;
    this.#at++;
    return true;
  }

  #expect(word: string): void {
    if (!this.#take(word)) throw this.#error();
  }

  #error(offset = 0): ContentError {
    return syntaxError(this.#tokens[this.#at + offset] ?? "the end", this.#text);
  }
}

const operators = new Map<string, (order: number) => boolean>([
  ["=", (order) => order === 0],
  ["==", (order) => order === 0],
  ["!=", (order) => order !== 0],
  ["<>", (order) => order !== 0],
  ["<", (order) => order < 0],
  [">", (order) => order > 0],
  ["<=", (order) => order <= 0],
  [">=", (order) => order >= 0],
]);

function valueOf(operand: Operand, row: ContentRow): string | null {
  if ("value" in operand) return operand.value;
  const value = row[operand.column];
  if (value === undefined) throw new ContentError(`no such column: ${operand.column}`);
  return value;
}

function same(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && compare(left, right) === 0;
}

/** Numbers by size, texts by code point, NULL before both. */
function compare(left: string | null, right: string | null): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  const numbers = [left, right].map((text) => (/^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined));
  const [a, b] = numbers;
  if (a !== undefined && b !== undefined) return a - b;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** SQLite's LIKE: % any text, _ any character, letters regardless of case. In time proportional to both lengths. */
function like(value: string | null, pattern: string | null): boolean {
  if (value === null || pattern === null) return false;
  const text = Array.from(value.toLowerCase());
  const wanted = Array.from(pattern.toLowerCase());
  let at = 0;
  let next = 0;
  // Where to go on, one character further, if what follows the last % does not fit.
  let retry: { at: number; next: number } | undefined;
  while (at < text.length) {
    if (wanted[next] === "%") {
      next++;
      retry = { at: at + 1, next };
    } else if (wanted[next] === "_" || wanted[next] === text[at]) {
      at++;
      next++;
    } else if (retry) {
      at = retry.at++;
      next = retry.next;
    } else return false;
  }
  return wanted.slice(next).every((character) => character === "%");
}

function syntaxError(near: string, text: string): ContentError {
  return new ContentError(`near "${near}": syntax error (code 1 SQLITE_ERROR), while compiling: ${text}`);
}
