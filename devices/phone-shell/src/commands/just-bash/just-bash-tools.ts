import { startHostInterval } from "@terrarium/phone-system/host-time";
import { Bash, latin1FromBytes, stdoutAsBytes, type CommandName } from "just-bash";
import { ShellProcess } from "../../executor/shell-process.ts";
import { LIMITS } from "../../limits.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { readAll } from "../../streams/byte-stream.ts";
import { InterpreterFiles } from "./just-bash-files.ts";

/**
 * When a tool reads standard input: if it has at most `operands` operands. `options` are the letters of options with a
 * value.
 */
interface Reading {
  operands: number;
  options?: string;
}

const WITHOUT_FILES = { operands: 0 };

/** Tools from the interpreter's package. They read their whole input first and return their output at the end. */
const TOOLS: Partial<Record<CommandName, Reading>> = {
  diff: WITHOUT_FILES,
  fold: { operands: 0, options: "w" },
  strings: { operands: 0, options: "not" },
  unexpand: { operands: 0, options: "t" },
};

export const interpreterTools: readonly ShellCommand[] = (Object.entries(TOOLS) as [CommandName, Reading][]).map(
  ([name, reading]) => ({ name, run: (process) => runTool(name, reading, process) }),
);

async function runTool(name: CommandName, reading: Reading, process: Process): Promise<number> {
  const { args, cwd, env, files, signal, stdin, stdout, stderr } = process;
  const fromInput = readsInput(args, reading);
  const input = fromInput ? await readAll(stdin, LIMITS.wholeInputBytes) : Buffer.alloc(0);
  const bash = new Bash({
    fs: new InterpreterFiles(files.withoutPauses()),
    cwd,
    commands: [name],
    executionLimits: {
      maxOutputSize: LIMITS.wholeInputBytes,
      maxStringLength: LIMITS.wholeInputBytes,
      maxInputBytes: 2 * LIMITS.wholeInputBytes,
      maxWorkUnits: Infinity,
    },
    // Our files use Atomics for the quota's counters while a tool runs.
    defenseInDepth: { enabled: true, excludeViolationTypes: ["atomics"] },
    processInfo: { pid: process.pid, ppid: process.parentPid, uid: process.userId, gid: process.userId },
  });
  const result = await charged(process, () =>
    bash.exec(name, {
      args: [...args],
      cwd,
      // The interpreter finds its commands in /bin.
      env: { ...env, PATH: "/bin" },
      replaceEnv: true,
      stdin: input.toString("latin1"),
      stdinKind: "bytes",
      signal,
    }),
  );
  const output = latin1FromBytes(stdoutAsBytes(result));
  // The output of its diff starts with an additional line.
  await stdout.write(Buffer.from(name === "diff" ? output.replace(/^=+\n/, "") : output, "latin1"));
  if (result.stderr !== "")
    await stderr.write(deviceWords(name, result.stderr, await missingOperand(process, reading)));
  return result.exitCode;
}

const CHARGE_MS = 200;

/** Charges a tool's running time to its process in intervals, because the tool does not report its pauses. */
async function charged<Value>(process: Process, work: () => Promise<Value>): Promise<Value> {
  if (!(process instanceof ShellProcess)) throw new Error("not a process of the shell");
  const timer = startHostInterval(CHARGE_MS, () => process.machine.kernel.charge(process.task));
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Returns the first operand without an existing file. The tools' messages omit it. */
async function missingOperand({ args, files }: Process, reading: Reading): Promise<string> {
  for (const operand of operandsOf(args, reading)) if (!(await files.exists(operand))) return operand;
  return "";
}

/** Rewrites the tools' messages in toybox's words. */
function deviceWords(name: string, text: string, missing: string): string {
  return text
    .replace(/^bash: (?:line \d+: )?/gm, "")
    .replace(/^(\w+): can't read ([^:\n]+): (.+)$/gm, "$1: $2: $3")
    .replace(/^(\w+): ENOENT: (No such file or directory), '.*'$/gm, `$1: ${missing.replaceAll("$", "$$$$")}: $2`)
    .replace(new RegExp(`^${name}: .*?: (?:ENOENT: )?[Nn]o such file or directory.*$`, "gm"), (line) =>
      line.replace(/ENOENT: n/, "N"),
    );
}

/** Returns whether a tool with these arguments reads standard input. `-` stands for standard input among the files. */
function readsInput(args: readonly string[], reading: Reading): boolean {
  return args.includes("-") || operandsOf(args, reading).length <= reading.operands;
}

function operandsOf(args: readonly string[], { options = "" }: Reading): string[] {
  const operands: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (/^-[A-Za-z]$/.test(arg) && options.includes(arg.charAt(1))) i += 1;
    else if (!arg.startsWith("-")) operands.push(arg);
  }
  return operands;
}
