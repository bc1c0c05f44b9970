/** The parser: its syntax tree, with mksh's messages for its errors. */
import { parseWithArithmetic } from "./dparen.ts";
import type { CommandNode, CompoundCommand, ScriptNode, StatementNode } from "./syntax-tree.ts";

export class SyntaxProblem extends Error {
  /** Whether more text could complete the script. */
  readonly incomplete: boolean;
  readonly line: number;

  constructor(message: string, incomplete: boolean, line: number) {
    super(message);
    this.incomplete = incomplete;
    this.line = line;
  }
}

/** Parses a script. Throws SyntaxProblem with mksh's message. */
export function parseScript(source: string): ScriptNode {
  try {
    const script = parseWithArithmetic(source);
    for (const { deferredError } of script.statements) if (deferredError) throw new Error(deferredError.message);
    requireComplete(script.statements, source);
    return script;
  } catch (error) {
    if (error instanceof SyntaxProblem) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new SyntaxProblem(mkshWords(message, source), isOpenEnded(message, source), lineOf(message));
  }
}

/**
 * Rejects scripts that the parser accepts although they are incomplete: an operator without a command after it, or an
 * unclosed here-document.
 */
function requireComplete(statements: StatementNode[], source: string): void {
  const lines = source.split("\n").length;
  for (const command of allCommands(statements)) {
    for (const { target } of command.redirections)
      if (target.type === "HereDoc" && target.terminated === false)
        throw new SyntaxProblem(`here document '${target.delimiter}' unclosed`, true, lines);
    if (
      command.type === "SimpleCommand" &&
      !command.name &&
      command.assignments.length + command.redirections.length === 0
    )
      throw new SyntaxProblem("syntax error: unexpected EOF", true, lines);
  }
}

/** Returns whether the parser failed at the end of the text, so that more text could complete it. */
function isOpenEnded(message: string, source: string): boolean {
  if (/unexpected EOF|got EOF/.test(message)) return true;
  const place = /at (\d+):(\d+)/.exec(message);
  const lines = source.trimEnd().split("\n");
  return Number(place?.[1]) === lines.length && Number(place?.[2]) > (lines.at(-1)?.length ?? 0);
}

function lineOf(message: string): number {
  return Number(/(?:at|line) (\d+)/.exec(message)?.[1] ?? 1);
}

/** Start of an unclosed construct, by the token that the parser expected. */
const OPENERS: Readonly<Record<string, string>> = {
  THEN: "if",
  FI: "if",
  ESAC: "case",
  IN: "case",
  RBRACE: "{",
  RPAREN: "(",
  DBRACK_END: "[[",
};

/** Longest source that the parser accepts (its MAX_INPUT_SIZE). */
export const PARSED_CHARACTERS_MAX = 1_000_000;

const TOKEN_TEXTS: Readonly<Record<string, string>> = {
  PIPE: "|",
  SEMICOLON: ";",
  NEWLINE: "newline",
  AMP: "&",
  AND_AND: "&&",
  OR_OR: "||",
  LPAREN: "(",
  RPAREN: ")",
  LBRACE: "{",
  RBRACE: "}",
  DSEMI: ";;",
};

function mkshWords(message: string, source: string): string {
  if (/Input too large|Too many tokens/.test(message)) return "command too long";
  const quote = /looking for matching [`'](.)'/.exec(message);
  if (quote) return quote[1] === ")" ? "syntax error: unmatched '('" : "no closing quote";
  const token = /unexpected token `([^]*)'/.exec(message);
  if (token) return `syntax error: unexpected '${token[1]?.trim() === "" ? "newline" : token[1]}'`;
  const [, expected = "", found = ""] = /Expected (\w+), got (\w+)/.exec(message) ?? [];
  if (found === "EOF" && expected !== "") {
    const loop = /(?:^|[\s;&|(])(for|while|until)\s/.exec(source)?.[1] ?? "do";
    return `syntax error: unmatched '${OPENERS[expected] ?? loop}'`;
  }
  if (found !== "") return `syntax error: unexpected '${TOKEN_TEXTS[found] ?? found.toLowerCase()}'`;
  if (/variable name in for/.test(message))
    return `syntax error: unexpected '${/\bfor\s*(\S)/.exec(source)?.[1] ?? "newline"}'`;
  return "syntax error: unexpected EOF";
}

function allCommands(statements: StatementNode[]): CommandNode[] {
  const commands = statements.flatMap(({ pipelines }) => pipelines.flatMap((pipeline) => pipeline.commands));
  return commands.flatMap((command) => [
    command,
    ...(command.type === "SimpleCommand" || command.type === "FunctionDef" ? [] : allCommands(bodies(command).flat())),
  ]);
}

/** Returns the statement lists of a compound command, including its conditions. */
function bodies(command: CompoundCommand): StatementNode[][] {
  switch (command.type) {
    case "If":
      return [...command.clauses.flatMap(({ condition, body }) => [condition, body]), command.elseBody ?? []];
    case "While":
    case "Until":
      return [command.condition, command.body];
    case "Case":
      return command.items.map(({ body }) => body);
    case "For":
    case "CStyleFor":
    case "Subshell":
    case "Group":
      return [command.body];
    case "ArithmeticCommand":
    case "ConditionalCommand":
      return [];
  }
}
