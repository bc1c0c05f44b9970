import { CommandError } from "@terrarium/phone-shell/command-error";

/**
 * An exception of an Android service that cannot run a command. The shell prints it with the command's name
 * (modules-utils BasicShellCommandHandler.java, exec). There is no stack trace to print.
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
