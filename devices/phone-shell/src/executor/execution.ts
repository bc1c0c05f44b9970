import type { Task } from "../processes/task.ts";
import type { BuiltinContext } from "./builtin.ts";
import type { Shell } from "./shell.ts";
import type { CommandNode, StatementNode } from "./syntax-tree.ts";

export interface ForkOptions {
  groupId?: number | undefined;
  background?: boolean;
  text: string;
  prepare?: (shell: Shell) => void;
}

/** Execution of commands in one shell process. The parts that run single kinds of commands receive it. */
export interface Execution extends BuiltinContext {
  readonly shell: Shell;
  /** Exit code of the last command substitution. A command without a name uses it as its own. */
  substitutionCode: number | undefined;
  /**
   * Whether the last simple command called a function and the function's last command failed. The function handled the
   * failure.
   */
  failedInside: boolean;
  command(node: CommandNode): Promise<void>;
  statements(nodes: readonly StatementNode[]): Promise<void>;
  /** Runs `body` as a condition. `set -e` does not end the shell in it. */
  inCondition<T>(body: () => Promise<T>): Promise<T>;
  /** Starts a subshell that runs `body` in its own process. */
  fork(body: (child: Execution) => Promise<number>, options: ForkOptions): Task;
  /**
   * Runs at the start of each command: yields to other processes, checks for signals and interrupts, and runs traps.
   */
  turn(): Promise<void>;
  /** Prints a command for `set -x`. Expands parameters in PS4. */
  trace(text: string): Promise<void>;
  /** Reports a failed redirection. It ends only its own command. */
  redirectionFailed(error: unknown): Promise<void>;
}
