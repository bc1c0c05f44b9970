/** What a command that the device answers is given, and what it may say. */
interface CommandCall {
  args: readonly string[];
  /** Where whoever runs it is. */
  folder: string;
  /** Aborts when nobody waits for it any more. */
  gone: AbortSignal;
  /** Prints. Resolves when there is room for more, at once when it is gone. */
  print: (bytes: Uint8Array | string) => Promise<void>;
}

/** Resolves when it is done. Throws or rejects a CommandError for what the person at the shell did wrong. */
export type Command = (call: CommandCall) => Promise<void>;

/** What is told on standard error; the exit code is 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
