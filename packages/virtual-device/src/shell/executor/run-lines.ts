import type { ByteSource } from "../streams/byte-stream.ts";
import { InterruptError, ShellError } from "./control.ts";
import type { Executor } from "./executor.ts";
import { isIncomplete, SyntaxProblem } from "./syntax.ts";

const newline = 10;
const interruptedCode = 130;

/**
 * Runs a script that comes as input, command by command as its lines come; what the commands read is taken from the
 * same input. With a prompt it is typed: errors and interrupts end their command only.
 */
export async function runLines(executor: Executor, source: ByteSource, prompt?: () => string): Promise<number> {
  const { shell } = executor;
  let script = "";
  for (;;) {
    if (prompt) await shell.writeError(script === "" ? prompt() : "> ");
    try {
      const line = await nextLine(source, shell.waitSignal);
      if (line === undefined) return shell.exitCode;
      script += line.text;
      if (!line.last && isIncomplete(script)) {
        script += "\n";
        continue;
      }
      await executor.runSource(script);
      shell.throwIfInterrupted();
    } catch (error) {
      shell.task.signal.throwIfAborted();
      if (prompt && error instanceof InterruptError) {
        shell.interrupted = false;
        shell.exitCode = interruptedCode;
        await shell.writeError("\n");
      } else if (error instanceof SyntaxProblem || (prompt && error instanceof ShellError)) {
        await shell.complain(error.message);
        shell.exitCode = 1;
        if (!prompt) return 1;
      } else throw error;
    }
    script = "";
  }
}

async function nextLine(source: ByteSource, signal: AbortSignal): Promise<{ text: string; last: boolean } | undefined> {
  const bytes: number[] = [];
  for (;;) {
    const byte = (await source.read(1, signal))?.[0];
    if (byte === undefined) return bytes.length > 0 ? { text: Buffer.from(bytes).toString(), last: true } : undefined;
    if (byte === newline) return { text: Buffer.from(bytes).toString(), last: false };
    bytes.push(byte);
  }
}
