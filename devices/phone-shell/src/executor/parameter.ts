import { evaluate, evaluateText } from "./arithmetic.ts";
import { ShellError } from "./control.ts";
import { shellPattern } from "./pattern.ts";
import { OPTION_LETTERS, type Shell } from "./shell.ts";
import type { ParameterOperation, ParameterPart, WordNode } from "./syntax-tree.ts";
import type { ParameterValue, WordExpansion } from "./word-expansion.ts";

/** The word of `${x:-word}`. Its quoted parts are not split. */
export interface DefaultWord {
  word: WordNode;
}

/** Position of a parameter: in the words of a command, in a single text, or in quotes. */
export type ParameterPlace = "fields" | "text" | "quoted";

type Operation<Type extends ParameterOperation["type"]> = Extract<ParameterOperation, { type: Type }>;

/** A parameter by its name in the source: `x`, `1`, `@`, `a[2]`, `a[@]`. */
interface Reference {
  name: string;
  index: number;
  all: "@" | "*" | undefined;
}

async function reference(source: string, expansion: WordExpansion): Promise<Reference> {
  if (source === "@" || source === "*") return { name: source, index: 0, all: source };
  const [, name, subscript] = /^([A-Za-z_]\w*)\[([^]*)\]$/.exec(source) ?? [];
  if (name === undefined || subscript === undefined) return { name: source, index: 0, all: undefined };
  if (subscript === "@" || subscript === "*") return { name, index: 0, all: subscript };
  const text = subscript.includes("$") ? await expansion.textOf(subscript) : subscript;
  return { name, index: evaluateText(text, expansion.arithmetic), all: undefined };
}

/** Returns a single value, undefined if it is not set. */
function scalar({ name, index }: Reference, shell: Shell): string | undefined {
  switch (name) {
    case "?":
      return String(shell.exitCode);
    case "#":
      return String(shell.positional.length);
    case "$":
      return String(shell.shellPid);
    case "!":
      return shell.lastBackgroundPid === undefined ? "" : String(shell.lastBackgroundPid);
    case "-":
      return optionFlags(shell);
    case "0":
      return shell.name;
  }
  if (/^\d+$/.test(name)) return shell.positional[Number(name) - 1];
  return shell.variables.get(name, index);
}

function optionFlags(shell: Shell): string {
  const flags = Object.entries(OPTION_LETTERS).filter(([, name]) => shell.options.has(name));
  return flags.map(([letter]) => letter).join("") + (shell.interactive ? "i" : "");
}

function several({ name }: Reference, shell: Shell): string[] {
  return name === "@" || name === "*" ? shell.positional : shell.variables.elements(name);
}

const PARAMETER_NAME = /^([A-Za-z_]\w*(\[[^]*\])?|\d+|[@*#?$!-])$/;

export async function applyOperation(
  { parameter, operation }: ParameterPart,
  place: ParameterPlace,
  shell: Shell,
  expansion: WordExpansion,
): Promise<string | ParameterValue | DefaultWord> {
  if (operation?.type === "ArrayKeys") {
    return { values: shell.variables.indices(operation.array).map(String), star: operation.star };
  }
  if (operation?.type === "VarNamePrefix") {
    const values = shell.variables.names().filter((name) => name.startsWith(operation.prefix));
    return { values, star: operation.star };
  }
  if (!PARAMETER_NAME.test(parameter)) throw new ShellError(`\${${parameter}}: bad substitution`);
  const target = await reference(parameter, expansion);
  if (operation?.type === "Length") return lengthOf(target, shell);
  const value: string | string[] | undefined = target.all ? several(target, shell) : scalar(target, shell);
  if (!operation) return plain(value, target, parameter, shell);
  if (target.all && isTextOperation(operation)) {
    throw new ShellError(`\${${parameter}${await beginning(operation, expansion)}}: bad substitution`);
  }
  switch (operation.type) {
    case "DefaultValue":
    case "AssignDefault":
    case "ErrorIfUnset":
    case "UseAlternative":
      return substituted(operation, value, target, parameter, place, shell, expansion);
    case "Indirection":
      return parameter;
    case "BadSubstitution":
      throw new ShellError(`${operation.text}: bad substitution`);
    case "LengthSliceError":
    case "CaseModification":
      throw new ShellError(`\${${parameter}}: bad substitution`);
    case "Substring":
      return substring(operation, plain(value, target, parameter, shell), expansion);
    default:
      return mapValues(plain(value, target, parameter, shell), await transform(operation, expansion));
  }
}

/** mksh supports these operations for single values only. */
function isTextOperation(operation: ParameterOperation): operation is TextOperation {
  return ["Substring", "PatternRemoval", "PatternReplacement", "Transform"].includes(operation.type);
}

type TextOperation = Operation<"Substring" | "PatternRemoval" | "PatternReplacement" | "Transform">;

/** Returns the part of the operation for the error message. */
async function beginning(operation: TextOperation, expansion: WordExpansion): Promise<string> {
  switch (operation.type) {
    case "Substring":
      return `: ${operation.offset.originalText ?? ""}`;
    case "PatternRemoval":
      return (operation.side === "prefix" ? "#" : "%") + (await expansion.text(operation.pattern));
    case "PatternReplacement":
      return `/${await expansion.text(operation.pattern)}`;
    case "Transform":
      return `@${operation.operator}`;
  }
}

function lengthOf(target: Reference, shell: Shell): string {
  if (target.name === "@" || target.name === "*" || target.all) return String(several(target, shell).length);
  const value = scalar(target, shell);
  if (value === undefined && shell.options.has("nounset")) throw new ShellError(`${target.name}: parameter not set`);
  return String(characterCount(value ?? ""));
}

function plain(
  value: string | string[] | undefined,
  target: Reference,
  parameter: string,
  shell: Shell,
): string | ParameterValue {
  if (Array.isArray(value)) return { values: value, star: target.all === "*" };
  if (value === undefined && shell.options.has("nounset")) throw new ShellError(`${parameter}: parameter not set`);
  return value ?? "";
}

function mapValues(value: string | ParameterValue, map: (text: string) => string): string | ParameterValue {
  return typeof value === "string" ? map(value) : { ...value, values: value.values.map(map) };
}

/** Applies `:-`, `:=`, `:?` and `:+`. */
async function substituted(
  operation: Operation<"DefaultValue" | "AssignDefault" | "ErrorIfUnset" | "UseAlternative">,
  value: string | string[] | undefined,
  target: Reference,
  parameter: string,
  place: ParameterPlace,
  shell: Shell,
  expansion: WordExpansion,
): Promise<string | ParameterValue | DefaultWord> {
  const text = Array.isArray(value) ? (value.length > 0 ? value.join(" ") : undefined) : value;
  const missing = text === undefined || (operation.checkEmpty && text === "");
  if (operation.type === "UseAlternative") return missing ? "" : wordValue(operation.word, place, expansion);
  if (!missing) return Array.isArray(value) ? { values: value, star: target.all === "*" } : (value ?? "");
  if (operation.type === "DefaultValue") return wordValue(operation.word, place, expansion);
  if (operation.type === "ErrorIfUnset") {
    const message = operation.word ? await expansion.text(operation.word) : "";
    throw new ShellError(`${parameter}: ${message === "" ? "parameter null or not set" : message}`);
  }
  if (!/^[A-Za-z_]\w*$/.test(target.name)) throw new ShellError(`${parameter}: cannot assign`);
  const assigned = await expansion.text(operation.word);
  shell.variables.set(target.name, assigned, target.index);
  return assigned;
}

/** Expands the word of `${x:-word}`. `$@` in it stays several values. */
async function wordValue(
  word: Operation<"DefaultValue">["word"],
  place: ParameterPlace,
  expansion: WordExpansion,
): Promise<string | ParameterValue | DefaultWord> {
  if (place === "fields") return { word };
  const [part, ...rest] = word.parts;
  const inner = part?.type === "DoubleQuoted" && rest.length === 0 && part.parts.length === 1 ? part.parts[0] : part;
  if (inner?.type === "ParameterExpansion" && rest.length === 0) return expansion.parameter(inner, true);
  return expansion.text(word);
}

async function substring(
  { offset, length }: Operation<"Substring">,
  value: string | ParameterValue,
  expansion: WordExpansion,
): Promise<string> {
  const from = await evaluate(offset, expansion.arithmetic);
  const count = length ? await evaluate(length, expansion.arithmetic) : undefined;
  return typeof value === "string" ? slice(value, from, count) : "";
}

function slice(text: string, from: number, count: number | undefined): string {
  const characters = hasPairs(text) ? Array.from(text) : undefined;
  const length = characters?.length ?? text.length;
  const start = from < 0 ? Math.max(0, length + from) : from;
  // A negative length is ignored, as in mksh.
  const last = count === undefined || count < 0 ? length : start + count;
  return characters ? characters.slice(start, last).join("") : text.slice(start, last);
}

/** Returns whether a character uses two of a string's units. */
function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}

function characterCount(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);
}

/** Applies operations that transform one text into another. */
async function transform(
  operation: Operation<"PatternRemoval" | "PatternReplacement" | "Transform">,
  expansion: WordExpansion,
): Promise<(text: string) => string> {
  if (operation.type === "Transform") {
    if (operation.operator === "Q") return quoteForShell;
    throw new ShellError("bad substitution");
  }
  const pattern = await expansion.pattern(operation.pattern);
  if (operation.type === "PatternRemoval") return removal(pattern, operation);
  const replacement = operation.replacement ? await expansion.text(operation.replacement) : "";
  if (pattern === "") return (text) => text;
  const where = operation.anchor ?? (operation.all ? "all" : "first");
  return (text) => shellPattern(pattern).replace(text, where, replacement);
}

function removal(pattern: string, { side, greedy }: Operation<"PatternRemoval">): (text: string) => string {
  const parsed = shellPattern(pattern);
  return (text) => (side === "prefix" ? parsed.withoutStart(text, greedy) : parsed.withoutEnd(text, greedy));
}

/** Quotes text so that a shell reads it unchanged. */
export function quoteForShell(text: string): string {
  if (/^[\w@%+:,./^!\u0080-\uffff-]+$/.test(text)) return text;
  // oxlint-disable-next-line no-control-regex -- they must be quoted
  if (/[\x00-\x1f\x7f]/.test(text)) {
    const escapes: Readonly<Record<string, string>> = {
      "\n": "\\n",
      "\t": "\\t",
      "\r": "\\r",
      "\\": "\\\\",
      "'": "\\'",
    };
    // oxlint-disable-next-line no-control-regex -- as above
    return `$'${text.replace(/[\x00-\x1f\x7f\\']/g, (c) => escapes[c] ?? `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`)}'`;
  }
  return `'${text.replaceAll("'", "'\\''")}'`;
}
