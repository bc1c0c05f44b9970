import { unescapeText } from "../../text/escapes.ts";
import { printf } from "../../text/printf.ts";
import { ArithmeticError } from "../arithmetic.ts";
import { parseOptions, type Builtin } from "../builtin.ts";
import { evaluateTest } from "../conditions.ts";
import { ShellError } from "../control.ts";

/** mksh's echo. It replaces escapes unless -E is given. */
const echo: Builtin = async ({ shell, args }) => {
  let at = 0;
  let newline = true;
  let escapes = true;
  for (; /^-[neE]+$/.test(args[at] ?? ""); at++) {
    for (const letter of args[at]?.slice(1) ?? "") {
      if (letter === "n") newline = false;
      else escapes = letter === "e";
    }
  }
  const text = args.slice(at).join(" ");
  const { text: shown, stopped } = escapes && text.includes("\\") ? unescapeText(text) : { text, stopped: false };
  await shell.write(shown + (newline && !stopped ? "\n" : ""));
  return 0;
};

const print: Builtin = async (call) => {
  const { options, rest } = parseOptions(call, "nreslRNp", "u");
  if (options.has("p")) throw new ShellError("print: -p: no coprocess");
  if (options.has("s")) throw new ShellError("print: -s: the history takes what is typed, nothing else");
  const separator = options.has("l") || options.has("N") ? (options.has("N") ? "\0" : "\n") : " ";
  const raw = options.has("r") || options.has("R");
  const { text, stopped } = raw ? { text: rest.join(separator), stopped: false } : unescapeText(rest.join(separator));
  const sink = call.shell.fds.get(Number(options.get("u") ?? 1))?.sink;
  if (!sink && options.has("u")) throw new ShellError(`print: ${options.get("u")}: bad file descriptor`);
  if (!sink) throw new ShellError("");
  await sink.write(
    text + (options.has("n") || stopped ? "" : separator === " " ? "\n" : separator),
    call.shell.task.signal,
  );
  return 0;
};

const printfBuiltin: Builtin = async ({ shell, args }) => {
  const { output, messages } = printf(args);
  await shell.write(output);
  if (messages === "") return 0;
  await shell.writeError(messages);
  return 1;
};

const test: Builtin = async ({ shell, executor, name, args }) => {
  const expression = name === "[" ? args.slice(0, -1) : args;
  if (name === "[" && args.at(-1) !== "]") throw new ShellError("[: missing ]", 2);
  try {
    return (await evaluateTest(expression, shell, executor.expansion)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    if (error instanceof ArithmeticError) throw new ShellError(error.message, 2);
    throw new ShellError(error.message.startsWith("[:") ? error.message : `${name}: ${error.message}`, 2);
  }
};

export const outputBuiltins: Readonly<Record<string, Builtin>> = {
  "[": test,
  test,
  echo,
  print,
  printf: printfBuiltin,
  true: async () => 0,
  false: async () => 1,
};
