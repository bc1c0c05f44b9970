import { signalName, signalNumber } from "../../processes/signals.ts";
import type { Builtin } from "../builtin.ts";
import { ShellError } from "../control.ts";
import { quoteForShell } from "../parameter.ts";
import { OPTION_LETTERS, optionNames, type OptionName, type Shell } from "../shell.ts";

function isOption(name: string): name is OptionName {
  return optionNames.some((known) => known === name);
}

export function setOption(shell: Shell, name: string, on: boolean): void {
  if (!isOption(name)) {
    // Options of mksh without an effect here.
    if (
      /^(posix|sh|physical|vi|emacs|gmacs|login|nohup|notify|trackall|markdirs|bgnice|utf8-mode|interactive|stdin)$/.test(
        name,
      )
    )
      return;
    throw new ShellError(`set: ${name}: unknown option`);
  }
  if (on) shell.options.add(name);
  else shell.options.delete(name);
}

/** Sets options by letters, such as `-eux`. */
export function setOptionLetters(shell: Shell, text: string): void {
  for (const letter of text.slice(1)) {
    const name = OPTION_LETTERS[letter as keyof typeof OPTION_LETTERS];
    if (name === undefined) {
      if (/[bhikpslrUX]/.test(letter)) continue;
      throw new ShellError(`set: ${text}: unknown option`);
    }
    setOption(shell, name, text.startsWith("-"));
  }
}

const set: Builtin = async ({ shell, args }) => {
  if (args.length === 0) {
    for (const name of shell.variables.names()) {
      const variable = shell.variables.find(name);
      for (const index of variable?.isArray ? shell.variables.indices(name) : [0]) {
        const value = variable?.values[index];
        if (value !== undefined)
          await shell.write(`${variable?.isArray ? `${name}[${index}]` : name}=${quoteForShell(value)}\n`);
      }
    }
    return 0;
  }
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      shell.positional = args.slice(at + 1);
      return 0;
    }
    if (arg === "-" && at === 0) {
      shell.positional = args.slice(1);
      return 0;
    }
    if (!/^[-+]./.test(arg)) break;
    if (arg === "-A" || arg === "+A") {
      const name = args[at + 1] ?? "";
      const values = args.slice(args[at + 2] === "--" ? at + 3 : at + 2);
      shell.variables.setArray(
        name,
        values.map((value, i): [number, string] => [i, value]),
        arg === "+A",
      );
      return 0;
    }
    if (arg.slice(1).endsWith("o")) {
      setOptionLetters(shell, arg.slice(0, -1));
      const name = args[at + 1];
      if (name === undefined) return showOptions(shell, arg.startsWith("+"));
      setOption(shell, name, arg.startsWith("-"));
      at += 1;
    } else setOptionLetters(shell, arg);
  }
  if (at < args.length) shell.positional = args.slice(at);
  return 0;
};

async function showOptions(shell: Shell, asCommands: boolean): Promise<number> {
  if (asCommands) {
    const on = optionNames.filter((name) => shell.options.has(name));
    await shell.write(`set ${on.map((name) => `-o ${name}`).join(" ")}\n`);
    return 0;
  }
  await shell.write("Current option settings\n");
  for (const name of optionNames) await shell.write(`${name.padEnd(12)} ${shell.options.has(name) ? "on" : "off"}\n`);
  return 0;
}

/** Returns EXIT, ERR or a signal's name. Returns undefined for anything else. */
function trapName(text: string): string | undefined {
  if (text === "0" || text === "EXIT") return "EXIT";
  if (text === "ERR") return text;
  const number = signalNumber(text);
  return number === undefined || number === 0 ? undefined : signalName(number);
}

/** Sets a signal to run a trap, to be ignored, or to its default action. */
function setTrap(shell: Shell, name: string, action: string | undefined): void {
  if (action === undefined) shell.traps.delete(name);
  else shell.traps.set(name, action);
  if (name === "EXIT" || name === "ERR") return;
  shell.task.ignore(name, action === "");
  shell.task.handle(name, action ? () => shell.noteTrap(name) : shell.defaultHandler(name));
}

const trap: Builtin = async ({ shell, args }) => {
  const [first, ...rest] = args[0] === "--" ? args.slice(1) : args;
  if (first === undefined || first === "-p") {
    for (const [name, action] of shell.traps) await shell.write(`trap -- ${quoteForShell(action)} ${name}\n`);
    return 0;
  }
  if (first === "-l") {
    const names = Array.from({ length: 31 }, (_, i) => `${i + 1}) ${signalName(i + 1)}`);
    await shell.write(`${names.join("\n")}\n`);
    return 0;
  }
  const reset = first === "-" || (rest.length === 0 && (signalNumber(first) !== undefined || first === "EXIT"));
  let code = 0;
  for (const text of rest.length === 0 ? [first] : rest) {
    const name = trapName(text);
    if (name !== undefined) setTrap(shell, name, reset ? undefined : first);
    else {
      await shell.complain(`trap: bad signal: ${text}`);
      code = 1;
    }
  }
  return code;
};

export const settingBuiltins: Readonly<Record<string, Builtin>> = {
  set,
  trap,
  shift: async ({ shell, executor, args: [count = "1"] }) => {
    const number = await executor.expansion.number(count);
    if (number < 0 || number > shell.positional.length) throw new ShellError("shift: nothing to shift");
    shell.positional = shell.positional.slice(number);
    return 0;
  },
};
