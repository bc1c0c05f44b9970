import { CommandError } from "../../command-error.ts";

/**
 * What a service of Android throws at a command that it cannot carry out. The shell shows it with the name of the
 * command (modules-utils BasicShellCommandHandler.java, exec); there is no stack here to show beneath it.
 */
export class JavaException extends CommandError {
  /** `type` is the class with its package, such as `java.lang.SecurityException`. */
  constructor(type: string, text: string) {
    super(`${type}: ${text}`, 255);
  }

  while(command: string): CommandError {
    return new CommandError(`\nException occurred while executing '${command}':\n${this.message}`, this.exitCode);
  }
}

export function illegalArgument(text: string): JavaException {
  return new JavaException("java.lang.IllegalArgumentException", text);
}

export function securityException(text: string): JavaException {
  return new JavaException("java.lang.SecurityException", text);
}
