import { parse, type CommandNode, type SimpleCommandNode, type StatementNode, type WordNode } from "just-bash";
import { bodies, literalText } from "./script-syntax.ts";

/** How much of the shell's standard input a script may want. */
export type WantedInput = "none" | "line" | "all";

/** A command that reads stdin when it has at most `operands` operands; `options` are those that take a value. */
interface Reader {
  operands: number;
  options?: string;
}

const always = { operands: Infinity };
const withoutFiles = { operands: 0 };

const readers: Readonly<Record<string, Reader>> = {
  awk: { operands: 1, options: "Ffv" },
  base64: { operands: 0, options: "w" },
  bash: { operands: 0, options: "c" },
  cat: withoutFiles,
  column: { operands: 0, options: "cst" },
  cut: { operands: 0, options: "bcdf" },
  egrep: { operands: 1, options: "ABCem" },
  expand: { operands: 0, options: "t" },
  fgrep: { operands: 1, options: "ABCem" },
  fold: { operands: 0, options: "w" },
  grep: { operands: 1, options: "ABCem" },
  gunzip: withoutFiles,
  gzip: withoutFiles,
  head: { operands: 0, options: "cn" },
  jq: { operands: 1 },
  mapfile: always,
  md5sum: withoutFiles,
  nl: { operands: 0, options: "bw" },
  od: { operands: 0, options: "AtNj" },
  paste: { operands: 0, options: "d" },
  read: always,
  readarray: always,
  rev: withoutFiles,
  sed: { operands: 1, options: "e" },
  sh: { operands: 0, options: "c" },
  sha1sum: withoutFiles,
  sha256sum: withoutFiles,
  sha512sum: withoutFiles,
  sort: { operands: 0, options: "kto" },
  strings: { operands: 0, options: "n" },
  tac: withoutFiles,
  tail: { operands: 0, options: "cn" },
  tar: { operands: 0, options: "fC" },
  tee: always,
  tr: always,
  uniq: { operands: 0, options: "fsw" },
  wc: withoutFiles,
  xargs: always,
  zcat: withoutFiles,
};

/** Commands that run the command after them. */
const wrappers = new Set(["builtin", "command", "env", "exec", "nohup", "time", "timeout"]);

/**
 * Whether a script may read the shell's own standard input. The interpreter takes all of it before it starts, and a
 * script that does not read must not wait for a client that never ends its input. So this looks for commands that
 * are known to read, are given no files, and are fed by neither a pipe nor a redirection. A script that does not
 * parse wants nothing.
 */
export function wantedInput(script: string): WantedInput {
  try {
    return most(parse(script).statements.map((statement) => ofStatement(statement, false)));
  } catch {
    // The interpreter will say what is wrong with it.
    return "none";
  }
}

function most(wants: WantedInput[]): WantedInput {
  return wants.includes("all") ? "all" : wants.includes("line") ? "line" : "none";
}

function ofStatement(statement: StatementNode, inLoop: boolean): WantedInput {
  return most(statement.pipelines.map(({ commands: [first] }) => (first ? ofCommand(first, inLoop) : "none")));
}

function ofCommand(command: CommandNode, inLoop: boolean): WantedInput {
  // A function is looked at neither where it is made nor where it is called.
  if (command.type === "FunctionDef") return "none";
  if (command.redirections.some(({ fd, operator }) => (fd ?? 0) === 0 && operator.startsWith("<"))) return "none";
  if (command.type === "SimpleCommand") return most([ofSimpleCommand(command, inLoop), ...substitutions(command)]);
  const loop = inLoop || ["While", "Until", "For", "CStyleFor"].includes(command.type);
  return most(
    bodies(command)
      .flat()
      .map((statement) => ofStatement(statement, loop)),
  );
}

function ofSimpleCommand({ name, args }: SimpleCommandNode, inLoop: boolean): WantedInput {
  const words = [...(name ? [name] : []), ...args].map((word) => literalText(word) ?? "an expansion");
  while (wrappers.has(words[0] ?? "")) words.shift();
  const [path = "", ...rest] = words;
  const base = path.split("/").at(-1) ?? "";
  const reader = Object.hasOwn(readers, base) ? readers[base] : undefined;
  if (!reader) return "none";
  // `-` names the standard input among the files.
  if (!rest.includes("-") && countOperands(rest, reader.options ?? "") > reader.operands) return "none";
  return base === "read" && !inLoop ? "line" : "all";
}

function substitutions({ assignments, args }: SimpleCommandNode): WantedInput[] {
  const words = [...args, ...assignments.flatMap(({ value }) => value ?? [])];
  return words
    .flatMap(wordParts)
    .map((part) =>
      part.type === "CommandSubstitution"
        ? most(part.body.statements.map((statement) => ofStatement(statement, false)))
        : "none",
    );
}

function wordParts(word: WordNode): WordNode["parts"] {
  return word.parts.flatMap((part) => (part.type === "DoubleQuoted" ? part.parts : [part]));
}

function countOperands(args: string[], options: string): number {
  let operands = 0;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const takesValue = /^-[A-Za-z]$/.test(arg) && options.includes(arg.charAt(1));
    // `sh -c script`: what the script reads is its own affair.
    if (arg === "-c" && options === "c") return Infinity;
    if (takesValue) i++;
    else if (!arg.startsWith("-")) operands++;
  }
  return operands;
}
