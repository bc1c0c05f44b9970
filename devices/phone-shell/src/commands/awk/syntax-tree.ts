import type { Value } from "./values.ts";

export interface Expression {
  kind:
    | "constant"
    | "regex"
    | "variable"
    | "field"
    | "element"
    | "assign"
    | "condition"
    | "and"
    | "or"
    | "not"
    | "negative"
    | "positive"
    | "arithmetic"
    | "concatenation"
    | "comparison"
    | "match"
    | "in"
    | "before"
    | "after"
    | "call"
    | "builtin"
    | "getline"
    | "list";
  /** The operator or name. */
  text: string;
  parts: Expression[];
  /** Whether it can be evaluated synchronously: without getline, commands or functions of the program. */
  isPlain: boolean;
  value?: Value;
}

export type Statement =
  | { kind: "expression"; expression: Expression }
  | { kind: "print" | "printf"; parts: Expression[]; to?: { operator: string; target: Expression } }
  | { kind: "block"; body: Statement[] }
  | { kind: "if"; condition: Expression; yes: Statement; no?: Statement }
  | { kind: "while" | "do"; condition: Expression; body: Statement }
  | { kind: "for"; init?: Statement; condition?: Expression; update?: Statement; body: Statement }
  | { kind: "forIn"; variable: Expression; array: string; body: Statement }
  | { kind: "break" | "continue" | "next" | "nextfile" }
  | { kind: "exit" | "return"; value?: Expression }
  | { kind: "delete"; array: string; subscripts?: Expression[] };

export interface Rule {
  kind: "begin" | "end" | "each" | "range";
  /** One pattern, or the two of a range. Empty for every record. */
  patterns: Expression[];
  /** If undefined, the record is printed. */
  body?: Statement;
}

export interface AwkProgram {
  rules: Rule[];
  functions: Map<string, { parameters: string[]; body: Statement }>;
}

/** Makes an expression. It is plain if it does not wait itself and all its parts are plain. */
export function makeExpression(kind: Expression["kind"], text: string, parts: Expression[]): Expression {
  const waits = kind === "getline" || kind === "call" || (kind === "builtin" && WAITING_BUILTINS.has(text));
  return { kind, text, parts, isPlain: !waits && parts.every((part) => part.isPlain) };
}

/** Built-in functions that wait for files or commands. */
export const WAITING_BUILTINS: ReadonlySet<string> = new Set(["system", "close", "fflush"]);
