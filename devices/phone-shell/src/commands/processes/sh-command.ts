import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import { setOption, setOptionLetters } from "../../executor/builtins/setting-builtins.ts";
import { newShell, runAsProcess, runShell } from "../../executor/launch.ts";
import { runLines } from "../../executor/run-lines.ts";
import { ShellProcess } from "../../executor/shell-process.ts";
import type { Shell } from "../../executor/shell.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { emptySource } from "../../streams/byte-stream.ts";
import { decodeText } from "../../streams/text-bytes.ts";
import { interact } from "../../terminal/interactive-shell.ts";
import { Terminal } from "../../terminal/terminal.ts";

const MAX_SCRIPT_BYTES = 8 * 1024 * 1024;

/** `sh [-eux…] [-o option] [-c command | file] [arguments]`. */
async function runSh(process: Process): Promise<number> {
  if (!(process instanceof ShellProcess)) throw new Error("not a process of the shell");
  const args = [...process.args];
  const settings: ((shell: Shell) => void)[] = [];
  let command = false;
  let fromInput = false;
  while (/^[-+]./.test(args[0] ?? "")) {
    const arg = args.shift() ?? "";
    if (arg === "--") break;
    if (arg === "-o" || arg === "+o") {
      const name = args.shift() ?? "";
      settings.push((shell) => setOption(shell, name, arg === "-o"));
      continue;
    }
    if (arg.includes("c")) command = true;
    if (arg.includes("s")) fromInput = true;
    const letters = arg.replace(/[csil]/g, "");
    if (letters.length > 1) settings.push((shell) => setOptionLetters(shell, letters));
  }
  const options = (shell: Shell): void => settings.forEach((set) => set(shell));
  if (command) {
    const source = args.shift();
    if (source === undefined) throw new CommandError(`${process.name}: -c requires an argument`);
    return runShell(process, { name: args[0] ?? process.name, args: args.slice(1), source, options });
  }
  const [file, ...rest] = args;
  if (file === undefined || fromInput) return runInput(process, args, options);
  return runShell(process, {
    name: file,
    args: rest,
    source: await readScript(process, file),
    sourceName: file,
    options,
  });
}

/** Runs a shell on standard input. Prompts for input at a terminal. */
async function runInput(process: ShellProcess, args: string[], options: (shell: Shell) => void): Promise<number> {
  const shell = newShell(process, process.name);
  shell.positional = args;
  options(shell);
  const source = process.fds.get(0)?.source ?? emptySource();
  if (!source.isTerminal) {
    shell.sourceName = "<stdin>";
    return runAsProcess(shell, (executor) => runLines(executor, source));
  }
  const { tty } = process;
  if (!(tty instanceof Terminal)) throw new Error("a terminal's input without the terminal");
  return runAsProcess(shell, (executor) => interact(executor, tty));
}

async function readScript({ files, name }: Process, file: string): Promise<string> {
  try {
    return decodeText(await files.readAll(file, MAX_SCRIPT_BYTES));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${name}: ${file}: ${error.text}`, error.code === "ENOENT" ? 127 : 126);
  }
}

export const SH_COMMAND: ShellCommand = { name: "sh", run: runSh };
export const MKSH_COMMAND: ShellCommand = { name: "mksh", run: runSh };
