import { parseOptions, type Builtin, type BuiltinCall } from "../builtin.ts";
import { findPath } from "../commands.ts";
import { ShellError } from "../control.ts";
import { quoteForShell } from "../parameter.ts";

const reserved = new Set(
  "if then else elif fi for while until do done case esac function in { } ! [[ ]] time select".split(" "),
);

/** Returns a name's meaning: the line of `type` and the output of `command -v`. */
async function meaning(
  name: string,
  { shell, executor }: BuiltinCall,
): Promise<{ line: string; brief: string } | undefined> {
  const { builtins, specialBuiltins } = executor;
  const alias = shell.aliases.get(name);
  if (alias !== undefined) {
    return { line: `${name} is an alias for ${quoteForShell(alias)}`, brief: `alias ${name}=${quoteForShell(alias)}` };
  }
  if (reserved.has(name)) return { line: `${name} is a reserved word`, brief: name };
  if (specialBuiltins.has(name)) return { line: `${name} is a special shell builtin`, brief: name };
  if (shell.functions.has(name)) return { line: `${name} is a function`, brief: name };
  if (builtins.has(name)) return { line: `${name} is a shell builtin`, brief: name };
  const path = await findPath(name, shell.get("PATH") ?? "", shell.machine, shell.files);
  if (path === undefined || (name.includes("/") && !(await shell.files.mayExecute(name)))) return undefined;
  return { line: `${name} is ${name.includes("/") ? "" : "a tracked alias for "}${path}`, brief: path };
}

async function describe(call: BuiltinCall, names: string[], verbose: boolean): Promise<number> {
  const { shell, name } = call;
  let code = 0;
  for (const one of names) {
    const found = await meaning(one, call);
    if (found) await shell.write(`${verbose ? found.line : found.brief}\n`);
    else {
      code = 1;
      if (verbose) await shell[name === "type" ? "write" : "writeError"](`${one} not found\n`);
    }
  }
  return code;
}

const command: Builtin = async (call) => {
  const { options, rest } = parseOptions(call, "pvV");
  if (options.has("v") || options.has("V")) return describe(call, rest, options.has("V"));
  if (rest.length === 0) return 0;
  await call.executor.runWords(rest);
  return call.shell.exitCode;
};

const alias: Builtin = async ({ shell, args }) => {
  const names = args.filter((arg) => !/^[-+]/.test(arg));
  if (names.length === 0) {
    for (const [name, text] of [...shell.aliases].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await shell.write(`${name}=${quoteForShell(text)}\n`);
    return 0;
  }
  let code = 0;
  for (const arg of names) {
    const at = arg.indexOf("=");
    if (at > 0) shell.aliases.set(arg.slice(0, at), arg.slice(at + 1));
    else if (shell.aliases.has(arg)) await shell.write(`${arg}=${quoteForShell(shell.aliases.get(arg) ?? "")}\n`);
    else {
      await shell.complain(`alias: ${arg} alias not found`);
      code = 1;
    }
  }
  return code;
};

export const nameBuiltins: Readonly<Record<string, Builtin>> = {
  alias,
  command,
  type: (call) => describe(call, parseOptions(call, "p").rest, true),
  whence: (call) => {
    const { options, rest } = parseOptions(call, "pv");
    return describe(call, rest, options.has("v"));
  },
  unalias: async (call) => {
    const { options, rest } = parseOptions(call, "a");
    if (options.has("a")) call.shell.aliases.clear();
    const missing = rest.filter((name) => !call.shell.aliases.delete(name));
    return missing.length > 0 ? 1 : 0;
  },
  builtin: async (call) => {
    const [name, ...args] = call.args;
    const builtin =
      name === undefined ? undefined : (call.executor.specialBuiltins.get(name) ?? call.executor.builtins.get(name));
    if (!builtin || name === undefined) throw new ShellError(`builtin: ${name ?? ""}: not found`);
    return builtin({ ...call, name, args });
  },
  hash: async () => 0,
  history: async ({ shell, args: [count = "-16"] }) => {
    const lines = shell.history();
    const shown = Math.abs(Number(count.replace("-", ""))) || 16;
    for (let i = Math.max(0, lines.length - shown); i < lines.length; i++) await shell.write(`${i + 1}\t${lines[i]}\n`);
    return 0;
  },
};
