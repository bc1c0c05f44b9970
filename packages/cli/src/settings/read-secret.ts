import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/**
 * Reads a line of standard input. A terminal shows the question and hides the typed or pasted answer. Piped input
 * supplies its first line. Returns undefined after an interrupt.
 */
export async function readSecret(question: string): Promise<string | undefined> {
  const isTerminal = process.stdin.isTTY;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // This turns off the terminal's echo, before the question: an immediate answer is hidden too.
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  if (isTerminal) process.stderr.write(question);
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once("line", (line) => resolve(line.trim()));
      lines.once("SIGINT", () => resolve(undefined));
      lines.once("close", () => resolve(isTerminal ? undefined : ""));
    });
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write("\n");
  }
}
