import { ArithmeticError } from "../arithmetic.ts";
import { assignAll, assignText } from "../assignments.ts";
import type { Builtin, BuiltinCall } from "../builtin.ts";
import { parseOptions } from "../builtin.ts";
import { ShellError } from "../control.ts";
import { quoteForShell } from "../parameter.ts";
import type { Shell } from "../shell.ts";
import { parseScript } from "../syntax.ts";
import type { Variable } from "../variables.ts";

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Assigns an argument `name`, `name=text` or `name=(…)`. */
async function assignArgument(arg: string, { shell, executor, name: builtin }: BuiltinCall): Promise<string> {
  const [, name = arg, operator, text = ""] = /^([^=+]*)(\+?=)([^]*)$/.exec(arg) ?? [];
  if (!IDENTIFIER.test(name)) throw new ShellError(`${builtin}: ${arg}: is not an identifier`);
  if (operator === undefined) return name;
  if (shell.variables.find(name)?.readonly) throw new ShellError(`${builtin}: read-only: ${name}`, 2);
  if (/^\([^]*\)$/.test(text)) {
    const command = parseScript(arg).statements[0]?.pipelines[0]?.commands[0];
    if (command?.type === "SimpleCommand") await assignAll(command.assignments, shell, executor.expansion);
  } else await assignText(name, text, { append: operator === "+=" }, shell, executor.expansion);
  return name;
}

function marker(attributes: Partial<Variable>, chosen: (variable: Variable) => boolean): Builtin {
  return async (call) => {
    const { shell } = call;
    const { options, rest } = parseOptions(call, "p");
    if (rest.length === 0) {
      for (const name of shell.variables.names()) {
        const variable = shell.variables.find(name);
        if (!variable || !chosen(variable)) continue;
        const value = variable.values[0] === undefined ? "" : `=${quoteForShell(variable.values[0])}`;
        await shell.write(options.has("p") ? `${call.name} ${name}${value}\n` : `${name}\n`);
      }
      return 0;
    }
    for (const arg of rest) shell.variables.mark(await assignArgument(arg, call), attributes);
    return 0;
  };
}

/** `typeset` and `local`. Both are the same in a function. */
const typeset: Builtin = async (call) => {
  const { shell, args } = call;
  const flags = args.filter((arg) => /^[-+][a-zA-Z]+\d*$/.test(arg));
  const rest = args.filter((arg) => !/^[-+][a-zA-Z]*\d*$/.test(arg));
  const unknown = flags.find((flag) => /[^-+LRUZfgilnprtuxa\d]/.test(flag));
  if (unknown !== undefined) throw new ShellError(`${call.name}: ${unknown}: unknown option`);
  const on = (letter: string) => flags.some((flag) => flag.startsWith("-") && flag.includes(letter));
  if (on("f")) return showFunctions(shell, rest);
  if (on("p") && rest.length > 0) return showVariables(shell, rest);
  if (rest.length === 0 && call.name !== "local") {
    const attributes = attributesOf(flags);
    const chosen = shell.variables.names().filter((name) => hasAll(shell.variables.find(name), attributes));
    if (on("p")) return showVariables(shell, chosen);
    for (const name of chosen) await shell.write(flags.length > 0 ? `${name}\n` : `${declaration(shell, name)}\n`);
    return 0;
  }
  for (const arg of rest) {
    const name = arg.split(/\+?=/)[0] ?? "";
    if (!IDENTIFIER.test(name)) throw new ShellError(`${call.name}: ${arg}: is not an identifier`);
    if (shell.variables.inFunction && !on("g")) shell.variables.makeLocal(name);
    shell.variables.mark(name, attributesOf(flags));
    await assignArgument(arg, call);
    const value = shell.get(name);
    if (!arg.includes("=") && value !== undefined && (on("i") || on("L") || on("R") || on("Z")))
      await assignText(name, value, {}, shell, call.executor.expansion);
    if (on("r")) shell.variables.mark(name, { readonly: true });
  }
  return 0;
};

/** Returns the attributes of flags such as `-x`, `+x`, `-i16` and `-Z5`. `-r` is set after the assignment. */
function attributesOf(flags: readonly string[]): Partial<Variable> {
  const attributes: Partial<Variable> = {};
  for (const flag of flags) {
    const on = flag.startsWith("-");
    const number = Number(/\d+$/.exec(flag)?.[0] ?? 0);
    if (flag.includes("x")) attributes.exported = on;
    if (flag.includes("i")) Object.assign(attributes, { integer: on, base: on && number > 1 ? number : undefined });
    if (flag.includes("u")) attributes.letters = on ? "upper" : undefined;
    if (flag.includes("l")) attributes.letters = on ? "lower" : undefined;
    if (flag.includes("a")) attributes.isArray = on;
    const side = flag.includes("Z") ? "zeros" : flag.includes("R") ? "right" : flag.includes("L") ? "left" : undefined;
    if (side) attributes.fill = on && number > 0 ? { side, width: number } : undefined;
  }
  return attributes;
}

function hasAll(variable: Variable | undefined, attributes: Partial<Variable>): boolean {
  return (
    variable !== undefined && Object.entries(attributes).every(([key, value]) => Reflect.get(variable, key) === value)
  );
}

/** Returns a variable's declaration, such as `typeset -i n`. */
function declaration(shell: Shell, name: string): string {
  const variable = shell.variables.find(name);
  const letters = [
    variable?.fill &&
      { left: `-L${variable.fill.width}`, right: `-R${variable.fill.width}`, zeros: `-Z${variable.fill.width}` }[
        variable.fill.side
      ],
    variable?.letters && (variable.letters === "upper" ? "-u" : "-l"),
    variable?.integer && `-i${variable.base ?? ""}`,
    variable?.readonly && "-r",
    variable?.exported && "-x",
  ].filter((text) => typeof text === "string");
  return ["typeset", ...letters, name].join(" ");
}

async function showVariables(shell: Shell, names: readonly string[]): Promise<number> {
  for (const name of names) {
    const variable = shell.variables.find(name);
    if (!variable) continue;
    if (variable.isArray) await shell.write(`set -A ${name}\n`);
    for (const index of variable.isArray ? shell.variables.indices(name) : [0]) {
      const value = variable.values[index];
      const shown = value === undefined ? "" : `=${quoteForShell(value)}`;
      await shell.write(`${declaration(shell, name)}${variable.isArray ? `[${index}]` : ""}${shown}\n`);
    }
  }
  return 0;
}

/** Prints the source of functions, statement by statement. */
async function showFunctions(shell: Shell, names: readonly string[]): Promise<number> {
  let code = 0;
  for (const name of names.length > 0 ? names : [...shell.functions.keys()].toSorted()) {
    const body = shell.functions.get(name)?.body;
    if (!body) code = 1;
    const statements = body && "body" in body && Array.isArray(body.body) ? body.body : [];
    const lines = statements.map((statement) => ("sourceText" in statement ? `\t${statement.sourceText}\n` : ""));
    if (body) await shell.write(`${name}() {\n${lines.join("")}}\n`);
  }
  return code;
}

const unset: Builtin = async (call) => {
  const { shell, executor } = call;
  const { options, rest } = parseOptions(call, "fv");
  let code = 0;
  for (const arg of rest) {
    const [, name = arg, subscript] = /^([^[]*)\[([^]*)\]$/.exec(arg) ?? [];
    if (options.has("f")) shell.functions.delete(name);
    else if (subscript !== undefined && subscript !== "*" && subscript !== "@")
      shell.variables.unset(name, await executor.expansion.number(subscript));
    else if (shell.variables.find(name)?.readonly) {
      await shell.complain(`read-only: ${name}`);
      code = 1;
    } else shell.variables.unset(name);
  }
  return code;
};

const getopts: Builtin = async ({ shell, args }) => {
  const [letters, variable, ...own] = args;
  if (letters === undefined || variable === undefined) throw new ShellError("getopts: missing argument");
  const words = own.length > 0 ? own : shell.positional;
  const silent = letters.startsWith(":");
  let index = Number(shell.get("OPTIND") ?? 1);
  let offset = shell.optionOffset.index === index ? shell.optionOffset.offset : 1;
  // Between letters of one word, OPTIND is the index of the next word.
  if (offset > 1) index -= 1;
  const finish = (letter: string, value: string | undefined, code: number) => {
    const next = offset > 1 ? index + 1 : index;
    shell.variables.set("OPTIND", String(next));
    shell.optionOffset = { index: next, offset };
    shell.variables.set(variable, letter);
    if (value === undefined) shell.variables.unset("OPTARG");
    else shell.variables.set("OPTARG", value);
    return code;
  };
  const word = words[index - 1];
  if (word === undefined || !word.startsWith("-") || word === "-") return finish("?", undefined, 1);
  if (word === "--") {
    index += 1;
    return finish("?", undefined, 1);
  }
  const letter = word.charAt(offset);
  const known = letter !== ":" && letters.includes(letter);
  const wantsValue = known && letters.charAt(letters.indexOf(letter) + 1) === ":";
  const rest = word.slice(offset + 1);
  if (wantsValue) {
    const value = rest === "" ? words[index] : rest;
    index += rest === "" ? 2 : 1;
    offset = 1;
    if (value !== undefined) return finish(letter, value, 0);
    if (silent) return finish(":", letter, 0);
    await shell.complain(`-${letter}: requires an argument`);
    return finish("?", undefined, 0);
  }
  if (rest === "") index += 1;
  offset = rest === "" ? 1 : offset + 1;
  if (known) return finish(letter, undefined, 0);
  if (silent) return finish("?", letter, 0);
  await shell.complain(`-${letter}: unknown option`);
  return finish("?", undefined, 0);
};

export const variableBuiltins: Readonly<Record<string, Builtin>> = {
  export: marker({ exported: true }, ({ exported }) => exported),
  readonly: marker({ readonly: true }, (variable) => variable.readonly),
  unset,
  typeset,
  local: typeset,
  functions: (call) => typeset({ ...call, args: ["-f", ...call.args] }),
  integer: (call) => typeset({ ...call, args: ["-i", ...call.args] }),
  getopts,
  let: async ({ executor, args }) => {
    if (args.length === 0) throw new ShellError("let: missing argument");
    let value = 0;
    try {
      for (const arg of args) value = await executor.expansion.number(arg);
    } catch (error) {
      throw error instanceof ArithmeticError ? new ShellError(error.message, 2) : error;
    }
    return value === 0 ? 1 : 0;
  },
};
