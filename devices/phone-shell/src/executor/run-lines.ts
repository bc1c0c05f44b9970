import type { ByteSource } from "../streams/byte-stream.ts";
import { decodeText } from "../streams/text-bytes.ts";
import { CommandLines } from "./command-lines.ts";
import type { Executor } from "./executor.ts";
import { PARSED_CHARACTERS_MAX, SyntaxProblem } from "./syntax.ts";

const NEWLINE = 10;

/** Runs a script from an input, command by command as its lines arrive. Its commands read from the same input. */
export async function runLines(executor: Executor, source: ByteSource): Promise<number> {
  const { shell } = executor;
  const lines = new CommandLines();
  try {
    for (;;) {
      const { text, isLast } = await nextLine(source, shell.waitSignal);
      if (isLast && text === "" && lines.isEmpty) return shell.exitCode;
      const whole = isLast ? lines.end(text) : lines.add(text);
      if (!whole) continue;
      if ("problem" in whole) throw whole.problem;
      await executor.run(whole.script);
      shell.throwIfInterrupted();
      if (isLast) return shell.exitCode;
    }
  } catch (error) {
    shell.task.signal.throwIfAborted();
    if (!(error instanceof SyntaxProblem)) throw error;
    await shell.complain(error.message);
    return 1;
  }
}

/**
 * Reads byte by byte, because the input after the line belongs to its commands. The last line has no newline; it may be
 * empty.
 */
async function nextLine(source: ByteSource, signal: AbortSignal): Promise<{ text: string; isLast: boolean }> {
  const bytes: number[] = [];
  for (;;) {
    const byte = (await source.read(1, signal))?.[0];
    if (byte === undefined || byte === NEWLINE)
      return { text: decodeText(Buffer.from(bytes)), isLast: byte === undefined };
    if (bytes.push(byte) > PARSED_CHARACTERS_MAX)
      throw new SyntaxProblem(`line of more than ${PARSED_CHARACTERS_MAX} bytes`, false, 1);
  }
}
