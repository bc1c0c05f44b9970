import { limits } from "./limits.ts";
import type { ShellIo } from "./shell-io.ts";
import { ShellSession } from "./shell-session.ts";
import type { ShellWorkers } from "./shell-workers.ts";
import { readsStdin } from "./stdin-readers.ts";

/** Runs one command line without a terminal, as `adb shell cmd`, `adb exec-out` and `adb exec-in` ask for. */
export async function runCommandLine(workers: ShellWorkers, io: ShellIo, script: string): Promise<void> {
  const session = new ShellSession(workers);
  let stdin: Buffer = Buffer.alloc(0);
  if (readsStdin(script)) {
    // `exec-in` has no other way to end its input than to go away; the command still runs.
    stdin = await collect(io.stdin, limits.stdinBytes);
    if (stdin.length > limits.stdinBytes) {
      await io.write("stderr", Buffer.from(`sh: input is limited to ${limits.stdinBytes} bytes\n`));
      return io.exit(1);
    }
  } else {
    io.stdin.resume();
  }
  const interrupt = () => session.interrupt();
  io.gone.addEventListener("abort", interrupt, { once: true });
  await session.run(script, stdin, (stream, bytes) => io.write(stream, bytes));
  io.exit(session.exitCode);
}

/** Runs the lines piped into a shell that has neither terminal nor command. */
export async function runPipedShell(workers: ShellWorkers, io: ShellIo): Promise<void> {
  const session = new ShellSession(workers);
  const run = (script: string, interactive: boolean) =>
    session.run(script, Buffer.alloc(0), (stream, bytes) => io.write(stream, bytes), interactive);
  let pending = "";
  let script = "";
  const decoder = new TextDecoder();
  for await (const chunk of io.stdin) {
    pending += decoder.decode(chunk as Buffer, { stream: true }); // no encoding is set
    const lines = pending.split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) {
      const outcome = await run(script + line, true);
      if (outcome === "exit") return io.exit(session.exitCode);
      script = outcome === "incomplete" ? `${script}${line}\n` : "";
    }
  }
  if ((script + pending).trim() !== "") await run(script + pending, false);
  io.exit(session.exitCode);
}

/** All of a stream, but no more than one chunk beyond `maxBytes`. */
async function collect(stream: NodeJS.ReadableStream, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer); // no encoding is set
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
