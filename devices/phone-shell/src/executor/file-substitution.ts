import { FileError } from "@terrarium/device-files/file-error";
import type { Execution } from "./execution.ts";
import type { ScriptNode, WordNode } from "./syntax-tree.ts";

/** Returns the file of `$(< file)`: a command that consists of one input redirection. */
export function substitutedFile({ statements }: ScriptNode): WordNode | undefined {
  const [statement, ...more] = statements;
  const [pipeline, ...others] = statement?.pipelines ?? [];
  const [command, ...piped] = pipeline?.commands ?? [];
  if (command?.type !== "SimpleCommand" || more.length + others.length + piped.length > 0) return undefined;
  const { name, args, assignments, redirections } = command;
  const [redirection] = redirections;
  if (!redirection || redirections.length > 1 || name || args.length + assignments.length > 0) return undefined;
  const { operator, target, fd } = redirection;
  return operator === "<" && (fd ?? 0) === 0 && target.type === "Word" ? target : undefined;
}

/** Writes a file to standard output. Returns the exit code. */
export async function pourFile(executor: Execution, target: WordNode): Promise<number> {
  const { shell, expansion } = executor;
  const path = await expansion.text(target);
  try {
    const source = await shell.files.open(path);
    try {
      for await (const bytes of source) {
        await executor.turn();
        await shell.fds.get(1)?.sink?.write(bytes, shell.task.signal);
      }
    } finally {
      source.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await shell.complain(`${path}: can't open $(<...) input: ${error.text}`);
    return 1;
  }
}
