/** Failure of a command. Its message goes to stderr unchanged. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Help or version text that ends a command before it does anything. Goes to stdout. */
export class HelpText extends Error {}
