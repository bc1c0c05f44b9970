import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/**
 * A line of standard input: asked for on a terminal, where it is not shown as it is typed or pasted; else the first line
 * of what is piped in. Undefined: it was interrupted.
 */
export async function readSecret(question: string): Promise<string | undefined> {
  const isTerminal = process.stdin.isTTY;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // This turns the terminal's echo off: who answers as soon as the question shows is not shown either.
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
