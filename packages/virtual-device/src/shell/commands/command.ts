import {
  bytesOutput,
  defineCommand,
  unsafeBytesFromLatin1,
  type Command,
  type ExecResult,
  type ResolvedCommandContext,
} from "just-bash";

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

/** Makes a shell command; errors become a message on stderr and an exit code. */
export function command(
  name: string,
  run: (args: string[], context: ResolvedCommandContext) => Promise<CommandOutput>,
): Command {
  return defineCommand(name, async (args, context): Promise<ExecResult> => {
    try {
      const output = (await run(args, context)) ?? "";
      if (typeof output === "string") return { stdout: output, stderr: "", exitCode: 0 };
      const bytes = unsafeBytesFromLatin1(Buffer.from(output).toString("latin1"));
      return { ...bytesOutput(bytes), stderr: "", exitCode: 0 };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const exitCode = error instanceof CommandError ? error.exitCode : 1;
      const prefix = error instanceof CommandError ? "" : `${name}: `;
      return { stdout: "", stderr: `${prefix}${message}\n`, exitCode };
    }
  });
}

/** A finite number from an argument; `what` names it in the error. */
export function numberArgument(what: string, text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || text.trim() === "" || !Number.isFinite(value)) {
    throw new CommandError(`Error: ${what} must be a number${text === undefined ? "" : `, not "${text}"`}`);
  }
  return value;
}
