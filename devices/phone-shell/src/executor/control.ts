/** How control leaves a command other than by its end. */

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

/** Ends the command line; a shell that is not interactive ends with it. The message is shown. */
export class ShellError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Ctrl-C at an interactive shell that works itself: back to the prompt. */
export class InterruptError extends Error {
  constructor() {
    super("interrupted");
  }
}
