import type { ByteSource } from "../streams/byte-stream.ts";
import { decodeText } from "../streams/text-bytes.ts";
import type { Executor } from "./executor.ts";
import { isIncomplete, SyntaxProblem } from "./syntax.ts";

const newline = 10;

/**
 * Runs a script that comes as input, command by command as its lines come; what the commands read is taken from the
 * same input.
 */
export async function runLines(executor: Executor, source: ByteSource): Promise<number> {
  const { shell } = executor;
  let script = "";
  for (;;) {
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
      if (!(error instanceof SyntaxProblem)) throw error;
      await shell.complain(error.message);
      return 1;
    }
    script = "";
  }
}

async function nextLine(source: ByteSource, signal: AbortSignal): Promise<{ text: string; last: boolean } | undefined> {
  const bytes: number[] = [];
  for (;;) {
    const byte = (await source.read(1, signal))?.[0];
    if (byte === undefined) return bytes.length > 0 ? { text: decodeText(Buffer.from(bytes)), last: true } : undefined;
    if (byte === newline) return { text: decodeText(Buffer.from(bytes)), last: false };
    bytes.push(byte);
  }
}
