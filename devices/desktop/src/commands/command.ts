/** Input and output of a command that the device runs. */
interface CommandCall {
  args: readonly string[];
  /** The caller's working folder. */
  folder: string;
  /** Aborts when the caller has disconnected. */
  gone: AbortSignal;
  /** Prints. Resolves when there is room for more output, or immediately when the caller has disconnected. */
  print: (bytes: Uint8Array | string) => Promise<void>;
}

/** Resolves when the command is done. Throws or rejects with a CommandError for mistakes of the caller. */
export type Command = (call: CommandCall) => Promise<void>;

/** Message for standard error; the exit code is 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
