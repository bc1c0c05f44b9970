/** Exceptions that leave a command before its end. */

export class BreakError extends Error {
  levels: number;

  constructor(levels: number) {
    super("break");
    this.levels = levels;
  }
}

export class ContinueError extends Error {
  levels: number;

  constructor(levels: number) {
    super("continue");
    this.levels = levels;
  }
}

export class ReturnError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("return");
    this.exitCode = exitCode;
  }
}

export class ExitError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("exit");
    this.exitCode = exitCode;
  }
}

/** Ends the command line with a message. Also ends a shell that is not interactive. */
export class ShellError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Thrown for Ctrl-C while an interactive shell works itself. The shell returns to its prompt. */
export class InterruptError extends Error {
  constructor() {
    super("interrupted");
  }
}
