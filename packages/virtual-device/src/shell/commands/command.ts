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

/** A finite number from an argument; `what` names it in the error. */
export function numberArgument(what: string, text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || text.trim() === "" || !Number.isFinite(value)) {
    throw new CommandError(`Error: ${what} must be a number${text === undefined ? "" : `, not "${text}"`}`);
  }
  return value;
}
