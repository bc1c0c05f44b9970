import { FileError } from "../../files/file-error.ts";
import type { Process, Program, ShellCommand } from "../process.ts";
import { BrokenPipeError } from "../streams/byte-stream.ts";

/** A command that cannot go on: its message goes to stderr as it is. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What a command gives back: text, or bytes, for stdout. */
export type CommandOutput = string | Uint8Array | void;

/**
 * Makes a command of a function that gives its whole output at the end; errors become a message on stderr and an exit
 * code. A command that streams is a ShellCommand written out, with `run(process)`.
 */
export function command(name: string, run: (args: string[], process: Process) => Promise<CommandOutput>): ShellCommand {
  return {
    name,
    run: async (process) => {
      const output = await run([...process.args], process);
      if (output) await process.stdout.write(output);
      return 0;
    },
  };
}

/** Runs a program to its exit code: what it throws becomes a message on stderr. */
export async function runProgram(program: Program, process: Process): Promise<number> {
  try {
    return await program(process);
  } catch (error) {
    if (error instanceof BrokenPipeError || process.signal.aborted) throw error;
    const message = error instanceof FileError ? `${error.path}: ${error.text}` : errorText(error);
    await process.stderr.write(error instanceof CommandError ? `${message}\n` : `${process.name}: ${message}\n`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A finite number from an argument; `what` names it in the error. */
export function numberArgument(what: string, text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || text.trim() === "" || !Number.isFinite(value)) {
    throw new CommandError(`Error: ${what} must be a number${text === undefined ? "" : `, not "${text}"`}`);
  }
  return value;
}
