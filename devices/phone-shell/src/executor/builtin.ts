import { ShellError } from "./control.ts";
import type { Shell } from "./shell.ts";
import type { WordExpansion } from "./word-expansion.ts";

/** The execution of commands, as builtins see it. */
export interface BuiltinContext {
  readonly expansion: WordExpansion;
  readonly builtins: ReadonlyMap<string, Builtin>;
  readonly specialBuiltins: ReadonlyMap<string, Builtin>;
  /** Parses and runs text. Throws SyntaxProblem. */
  runSource(source: string): Promise<number>;
  /** Runs words as a command, ignoring functions. */
  runWords(words: readonly string[]): Promise<void>;
}

export interface BuiltinCall {
  executor: BuiltinContext;
  shell: Shell;
  name: string;
  args: string[];
}

/** A command of the shell itself. Returns its exit code. A ShellError becomes its message and exit code. */
export type Builtin = (call: BuiltinCall) => Promise<number>;

/**
 * Parses leading options such as `-abc`. `withValue` are letters with a value. Throws on letters that are not in
 * `letters`.
 */
export function parseOptions(
  { name, args }: Pick<BuiltinCall, "name" | "args">,
  letters: string,
  withValue = "",
): { options: Map<string, string>; rest: string[] } {
  const options = new Map<string, string>();
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      at += 1;
      break;
    }
    if (!/^-./.test(arg)) break;
    for (let i = 1; i < arg.length; i++) {
      const letter = arg.charAt(i);
      if (withValue.includes(letter)) {
        const value = i + 1 < arg.length ? arg.slice(i + 1) : args[++at];
        if (value === undefined) throw new ShellError(`${name}: -${letter}: requires an argument`);
        options.set(letter, value);
        break;
      }
      if (!letters.includes(letter)) throw new ShellError(`${name}: -${letter}: unknown option`);
      options.set(letter, "");
    }
  }
  return { options, rest: args.slice(at) };
}
