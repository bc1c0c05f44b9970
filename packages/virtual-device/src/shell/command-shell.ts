import { limits } from "./limits.ts";
import type { ShellIo } from "./shell-io.ts";
import { ShellSession } from "./shell-session.ts";
import type { ShellWorkers } from "./shell-workers.ts";

/** Runs one command line without a terminal, as `adb shell cmd`, `adb exec-out` and `adb exec-in` ask for. */
export async function runCommandLine(workers: ShellWorkers, io: ShellIo, script: string): Promise<void> {
  const session = new ShellSession(workers);
  const interrupt = () => session.interrupt();
  io.gone.addEventListener("abort", interrupt, { once: true });
  await session.run(script, {
    write: (stream, bytes) => io.write(stream, bytes),
    input: () => {
      // `exec-in` has no other way to end its input than to go away; what it asked for is still done.
      io.gone.removeEventListener("abort", interrupt);
      return readAll(io.stdin, limits.stdinBytes);
    },
  });
  io.exit(session.exitCode);
}

/** Runs the lines piped into a shell that has neither terminal nor command. */
export async function runPipedShell(workers: ShellWorkers, io: ShellIo): Promise<void> {
  const session = new ShellSession(workers);
  io.gone.addEventListener("abort", () => session.interrupt(), { once: true });
  // The input is the script itself; commands in it read nothing.
  const client = { write: io.write.bind(io), input: async () => new Uint8Array() };
  const decoder = new TextDecoder();
  let pending = "";
  let script = "";
  for await (const chunk of io.stdin) {
    pending += decoder.decode(chunk as Buffer, { stream: true }); // no encoding is set
    const lines = pending.split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) {
      const outcome = await session.run(script + line, client, true);
      if (outcome === "exit") return io.exit(session.exitCode);
      script = outcome === "incomplete" ? `${script}${line}\n` : "";
    }
  }
  if ((script + pending).trim() !== "") await session.run(script + pending, client);
  io.exit(session.exitCode);
}

async function readAll(stream: NodeJS.ReadableStream, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer); // no encoding is set
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw new Error(`a command's input is limited to ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks);
}
