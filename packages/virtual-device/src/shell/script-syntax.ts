import {
  parse,
  serialize,
  type CommandNode,
  type PipelineNode,
  type ScriptNode,
  type SimpleCommandNode,
  type StatementNode,
  type WordNode,
} from "just-bash";
import { streamedCatName } from "./commands/streamed-cat-command.ts";

/** Anything that has redirections: every command. */
type Redirection = SimpleCommandNode["redirections"][number];
export type CompoundCommand = Exclude<CommandNode, { type: "SimpleCommand" | "FunctionDef" }>;

/** What is wrong with the script's syntax, if anything. */
export function syntaxError(script: string): string | undefined {
  try {
    parse(script);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether a line that was typed stops short: within a quote, a compound command, a here-document, after | or \. */
export function isIncomplete(script: string): boolean {
  if (/(\||&&|(^|[^\\])(\\\\)*\\)\s*$/.test(script)) return true;
  try {
    return hasOpenHereDocument(parse(script).statements);
  } catch (error) {
    return error instanceof Error && stopsAtEnd(error.message, script);
  }
}

/** The parser names the place at which it gave up; when that is the end, more text could mend it. */
function stopsAtEnd(message: string, script: string): boolean {
  if (/unexpected EOF|got EOF/.test(message)) return true;
  const place = /at (\d+):(\d+)/.exec(message);
  const lines = script.trimEnd().split("\n");
  return Number(place?.[1]) === lines.length && Number(place?.[2]) > (lines.at(-1)?.length ?? 0);
}

function hasOpenHereDocument(statements: StatementNode[]): boolean {
  return allCommands(statements).some((command) =>
    command.redirections.some(({ target }) => target.type === "HereDoc" && target.terminated === false),
  );
}

function allCommands(statements: StatementNode[]): CommandNode[] {
  const commands = statements.flatMap(({ pipelines }) => pipelines.flatMap((pipeline) => pipeline.commands));
  return commands.flatMap((command) => [
    command,
    ...(command.type === "SimpleCommand" || command.type === "FunctionDef" ? [] : allCommands(bodies(command).flat())),
  ]);
}

/** The functions that a script defines at its top level: their source by name. */
export function functionDefinitions(script: string): Record<string, string> {
  const { statements, ...rest } = parse(script);
  const sources: Record<string, string> = {};
  for (const statement of statements) {
    const command = statement.pipelines[0]?.commands[0];
    if (command?.type === "FunctionDef") sources[command.name] = serialize({ ...rest, statements: [statement] });
  }
  return sources;
}

/** The statement lists within a compound command, conditions included. */
export function bodies(command: CompoundCommand): StatementNode[][] {
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
      break;
  }
  return [];
}

/** The files to which a script's output goes; undefined where it goes elsewhere, as into a pipe. */
interface OutputFiles {
  stdout: string | undefined;
  stderr: string | undefined;
}

/** Commands without output, left alone for speed and because some of them steer the interpreter. */
const silentCommands = new Set([
  "[",
  "test",
  ":",
  "true",
  "false",
  "break",
  "continue",
  "return",
  "shift",
  "exec",
  "exit",
]);

/**
 * The same script with every command's output redirected to these files, as far as it would be the script's own.
 * The interpreter keeps output until a script's end, and as text; redirected, it leaves with each command, as bytes.
 */
export function redirectOutput(script: ScriptNode, files: { stdout: string; stderr: string }): ScriptNode {
  return { ...script, statements: redirectStatements(script.statements, files) };
}

function redirectStatements(statements: StatementNode[], files: OutputFiles): StatementNode[] {
  return statements.map((statement) => ({
    ...statement,
    pipelines: statement.pipelines.map((pipeline) => redirectPipeline(pipeline, files)),
  }));
}

function redirectPipeline(pipeline: PipelineNode, files: OutputFiles): PipelineNode {
  const last = pipeline.commands.length - 1;
  const commands = pipeline.commands.map((command, i) =>
    redirectCommand(command, {
      stdout: i === last ? files.stdout : undefined,
      stderr: pipeline.pipeStderr?.[i] ? undefined : files.stderr,
    }),
  );
  return { ...pipeline, commands };
}

function redirectCommand(command: CommandNode, files: OutputFiles): CommandNode {
  if (command.type === "FunctionDef") return command;
  const redirected = { ...command, redirections: [...redirections(files), ...command.redirections] };
  if (command.type === "SimpleCommand") {
    const silent = !command.name || silentCommands.has(literalText(command.name) ?? "");
    if (files.stdout !== undefined && showsFiles(command)) {
      return { ...command, name: wordOf(streamedCatName), redirections: redirections({ ...files, stdout: undefined }) };
    }
    return silent ? command : redirected;
  }
  const elsewhere = files.stdout === undefined || command.redirections.some(isOutput);
  return elsewhere ? redirected : redirectBodies(command, (statements) => redirectStatements(statements, files));
}

/** Whether a command is `cat FILE…`, without options, standard input or redirections of its own. */
function showsFiles({ name, args, redirections: own }: SimpleCommandNode): boolean {
  if (name === null || literalText(name) !== "cat" || own.length > 0) return false;
  return args.length > 0 && args.every((arg) => !literalText(arg)?.startsWith("-"));
}

function redirectBodies(
  command: CompoundCommand,
  redirect: (statements: StatementNode[]) => StatementNode[],
): CommandNode {
  switch (command.type) {
    case "If":
      return {
        ...command,
        clauses: command.clauses.map(({ condition, body }) => ({
          condition: redirect(condition),
          body: redirect(body),
        })),
        elseBody: command.elseBody && redirect(command.elseBody),
      };
    case "While":
    case "Until":
      return { ...command, condition: redirect(command.condition), body: redirect(command.body) };
    case "Case":
      return { ...command, items: command.items.map((item) => ({ ...item, body: redirect(item.body) })) };
    case "For":
    case "CStyleFor":
    case "Subshell":
    case "Group":
      return { ...command, body: redirect(command.body) };
    case "ArithmeticCommand":
    case "ConditionalCommand":
      break;
  }
  return command;
}

/** They stand before the command's own redirections, which therefore win, and to which `2>&1` and such refer. */
function redirections({ stdout, stderr }: OutputFiles): Redirection[] {
  return [
    ...(stdout === undefined ? [] : [appendTo(1, stdout)]),
    ...(stderr === undefined ? [] : [appendTo(2, stderr)]),
  ];
}

function appendTo(fd: number, path: string): Redirection {
  return { type: "Redirection", fd, operator: ">>", target: wordOf(path) };
}

function wordOf(text: string): WordNode {
  return { type: "Word", parts: [{ type: "Literal", value: text }] };
}

function isOutput({ operator }: Redirection): boolean {
  return operator.includes(">");
}

/** The word's text if no expansion takes part in it. */
export function literalText(word: WordNode): string | undefined {
  return partsText(word.parts);
}

function partsText(parts: WordNode["parts"]): string | undefined {
  let text = "";
  for (const part of parts) {
    const piece =
      part.type === "DoubleQuoted"
        ? partsText(part.parts)
        : part.type === "Literal" || part.type === "SingleQuoted" || part.type === "Escaped"
          ? part.value
          : undefined;
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
}
