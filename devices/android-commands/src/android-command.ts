import type { Process, ShellCommand } from "@terrarium/phone-shell/process";
import { JavaException } from "./java-exception.ts";

/** A command's result: text or bytes for stdout, or its exit code. */
export type AndroidOutput = string | Uint8Array | number | void;

/** A failure with its text on stdout, as the package manager reports failures. */
export class FailedAnswer extends Error {
  readonly exitCode: number;

  constructor(text: string, exitCode = 1) {
    super(text);
    this.exitCode = exitCode;
  }
}

/** Makes a command from a function that returns its whole output or its exit code. */
export function androidCommand(name: string, run: (process: Process) => Promise<AndroidOutput>): ShellCommand {
  return {
    name,
    run: async (process) => {
      const output = await run(process).catch(async (error: unknown) => {
        if (!(error instanceof FailedAnswer)) throw error;
        if (error.message !== "") await process.stdout.write(`${error.message}\n`);
        return error.exitCode;
      });
      if (typeof output === "number") return output;
      if (output !== undefined && output.length > 0) await process.stdout.write(output);
      return 0;
    },
  };
}

/** A subcommand of `am`, `pm`, `cmd package` and so on. It gets the arguments after its name. */
export type Subcommand = (args: string[], process: Process) => Promise<AndroidOutput>;

/** The subcommands of one program by name, with the program's usage text. */
export interface Subcommands {
  commands: Readonly<Record<string, Subcommand>>;
  usage: string;
}

/** Exit code of a service for unknown commands (BasicShellCommandHandler.java, handleDefaultCommands). */
const NOT_HANDLED = 255;

/** Runs the subcommand with the name in the first argument. */
export async function runSubcommand(
  { commands, usage }: Subcommands,
  args: readonly string[],
  process: Process,
): Promise<AndroidOutput> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "-h") throw new FailedAnswer(usage.trimEnd(), NOT_HANDLED);
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!run) throw new FailedAnswer(`Unknown command: ${name}`, NOT_HANDLED);
  try {
    return await run(rest, process);
  } catch (error) {
    throw error instanceof JavaException ? error.while(name) : error;
  }
}

/** Waits for work that cannot handle signals. Rejects when a signal ends the process. */
export async function whileRunning<Value>(process: Process, work: Promise<Value>): Promise<Value> {
  const { signal } = process;
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const stop = () => ended.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
