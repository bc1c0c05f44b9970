/** A command that cannot go on: its message goes to stderr as it is. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What a command tells of itself when it is asked to, instead of doing anything: it goes to stdout. */
export class HelpText extends Error {}
