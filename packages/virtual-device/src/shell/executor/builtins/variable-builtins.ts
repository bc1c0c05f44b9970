import { assignAll, assignText } from "../assignments.ts";
import { ShellError } from "../control.ts";
import { quoteForShell } from "../parameter.ts";
import { parseScript } from "../syntax.ts";
import type { Variable } from "../variables.ts";
import type { Builtin, BuiltinCall } from "./builtin.ts";
import { parseOptions } from "./builtin.ts";

const identifier = /^[A-Za-z_]\w*$/;

/** `name`, `name=text` or `name=(…)` as an argument. */
async function assignArgument(arg: string, { shell, executor, name: builtin }: BuiltinCall): Promise<string> {
  const [, name = arg, operator, text = ""] = /^([^=+]*)(\+?=)([^]*)$/.exec(arg) ?? [];
  if (!identifier.test(name)) throw new ShellError(`${builtin}: ${arg}: is not an identifier`);
  if (operator === undefined) return name;
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
        await shell.write(`${options.has("p") ? `${call.name} ` : ""}${name}${value}\n`);
      }
      return 0;
    }
    for (const arg of rest) shell.variables.mark(await assignArgument(arg, call), attributes);
    return 0;
  };
}

/** `typeset`, and `local`, which is the same in a function. */
const typeset: Builtin = async (call) => {
  const { shell, args } = call;
  const letters = args.filter((arg) => /^[-+][a-zA-Z]+\d*$/.test(arg)).join("");
  const rest = args.filter((arg) => !/^[-+][a-zA-Z]*\d*$/.test(arg));
  if (letters.includes("f")) {
    for (const name of rest.length > 0 ? rest : shell.functions.keys())
      if (shell.functions.has(name)) await shell.write(`${name}() {…}\n`);
    return 0;
  }
  const on = (letter: string) => args.some((arg) => arg.startsWith("-") && arg.includes(letter));
  const off = (letter: string) => args.some((arg) => /^\+[a-zA-Z]+$/.test(arg) && arg.includes(letter));
  const attributes: Partial<Variable> = {
    ...(on("x") && { exported: true }),
    ...(off("x") && { exported: false }),
    ...(on("i") && { integer: true }),
    ...(off("i") && { integer: false }),
    ...(on("u") && { letters: "upper" as const }),
    ...(on("l") && { letters: "lower" as const }),
    ...(on("a") && { isArray: true }),
  };
  if (rest.length === 0 && call.name !== "local") {
    for (const name of shell.variables.names()) await shell.write(`typeset ${name}\n`);
    return 0;
  }
  for (const arg of rest) {
    const name = arg.split(/\+?=/)[0] ?? "";
    if (!identifier.test(name)) throw new ShellError(`${call.name}: ${arg}: is not an identifier`);
    if (shell.variables.inFunction && !on("g") && call.name !== "global") shell.variables.makeLocal(name);
    shell.variables.mark(name, attributes);
    await assignArgument(arg, call);
    if (on("i") && !arg.includes("=") && shell.get(name) !== undefined)
      await assignText(name, shell.get(name) ?? "", {}, shell, call.executor.expansion);
    if (on("r")) shell.variables.mark(name, { readonly: true });
  }
  return 0;
};

const unset: Builtin = async (call) => {
  const { shell, executor } = call;
  const { options, rest } = parseOptions(call, "fv");
  for (const arg of rest) {
    const [, name = arg, subscript] = /^([^[]*)\[([^]*)\]$/.exec(arg) ?? [];
    if (options.has("f")) shell.functions.delete(name);
    else if (subscript !== undefined && subscript !== "*" && subscript !== "@")
      shell.variables.unset(name, await executor.expansion.number(subscript));
    else shell.variables.unset(name);
  }
  return 0;
};

const getopts: Builtin = async ({ shell, args }) => {
  const [letters, variable, ...own] = args;
  if (letters === undefined || variable === undefined) throw new ShellError("getopts: missing argument");
  const words = own.length > 0 ? own : shell.positional;
  const silent = letters.startsWith(":");
  let index = Number(shell.get("OPTIND") ?? 1);
  let offset = shell.optionOffset.index === index ? shell.optionOffset.offset : 1;
  const finish = (letter: string, value: string | undefined, code: number) => {
    shell.variables.set("OPTIND", String(index));
    shell.optionOffset = { index, offset };
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
    await shell.complain(`getopts: -${letter} requires an argument`);
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
  global: typeset,
  integer: (call) => typeset({ ...call, args: ["-i", ...call.args] }),
  getopts,
  let: async ({ executor, args }) => {
    let value = 0;
    for (const arg of args) value = await executor.expansion.number(arg);
    return value === 0 ? 1 : 0;
  },
};
