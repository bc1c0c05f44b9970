import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Shell, ShellIo, ShellRequest } from "@terrarium/adb-device/ports/shell";
import { endGroup, signalCode } from "./process-end.ts";
import { PtyProcess } from "./pty-process.ts";
import { pump } from "./pump.ts";
import { shownCommand } from "./shown-command.ts";

const PROGRAM = "/bin/bash";
const MAX_SHELLS = 512;
const FAILED_CODE = 126;
/** Wait for output of a terminal's background processes after its shell has ended, in milliseconds. */
const LAST_WORDS_MS = 50;

export interface LinuxShellOptions {
  /** Initial folder of shells. */
  home: string;
  /** Returns the current environment variables for a new shell. */
  environment: () => Promise<Record<string, string>>;
  /** Records the start and end of a shell's process. */
  note: (pid: number, text: string, level: "I" | "W") => void;
  /** Returns the names of the device's own commands, which are not recorded. */
  ownCommands: () => ReadonlySet<string>;
}

/** Runs clients' shells as processes, on a pseudoterminal or on pipes. */
export class LinuxShell implements Shell {
  readonly #options: LinuxShellOptions;
  #running = 0;

  constructor(options: LinuxShellOptions) {
    this.#options = options;
  }

  async serve(io: ShellIo, request: ShellRequest): Promise<void> {
    if (this.#running >= MAX_SHELLS) return refuse(io, `no more than ${MAX_SHELLS} shells run at once`);
    this.#running++;
    try {
      io.exit(await (request.terminal === undefined ? this.#onPipes(io, request) : this.#atTerminal(io, request)));
    } catch (error) {
      await refuse(io, `cannot start ${PROGRAM}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#running--;
    }
  }

  async #atTerminal(io: ShellIo, { terminal = "dumb", command }: ShellRequest): Promise<number> {
    const { home, environment } = this.#options;
    const pty = new PtyProcess({
      file: PROGRAM,
      args: command === undefined ? ["-l"] : ["-c", command],
      environment: { ...(await environment()), TERM: terminal },
      folder: home,
      size: io.windowSize,
    });
    const noteEnd = this.#noteStart(pty.pid, command);
    void pty.exited.then(noteEnd);
    io.onWindowSize(() => pty.resize(io.windowSize));
    const output = pump(pty.output, (bytes) => io.write("stdout", bytes));
    const ended = new Promise((resolve) => pty.output.once("close", resolve));
    const input = type(io, pty);
    const hangUp = () => pty.close();
    io.gone.addEventListener("abort", hangUp, { once: true });
    if (io.gone.aborted) hangUp();
    const code = await pty.exited;
    while (!pty.output.destroyed) {
      const before = output.idle();
      await before;
      await Promise.race([ended, sleep(LAST_WORDS_MS)]);
      if (before === output.idle()) break;
    }
    pty.close();
    io.stdin.destroy();
    await input;
    return code;
  }

  async #onPipes(io: ShellIo, { command }: ShellRequest): Promise<number> {
    const { home, environment } = this.#options;
    const child = spawn(PROGRAM, command === undefined ? [] : ["-c", command], {
      cwd: home,
      env: await environment(),
      // The shell's own session; its processes end with it.
      detached: true,
    });
    await once(child, "spawn");
    const noteEnd = this.#noteStart(child.pid, command);
    pump(child.stdout, (bytes) => io.write("stdout", bytes));
    pump(child.stderr, (bytes) => io.write("stderr", bytes));
    // A program does not have to read its input.
    child.stdin.on("error", () => io.stdin.unpipe(child.stdin).resume());
    io.stdin.pipe(child.stdin);
    const end = () => {
      void endGroup(child.pid);
      // Does not wait for processes that left the session with open outputs: there is no reader for their output.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    io.gone.addEventListener("abort", end, { once: true });
    if (io.gone.aborted) end();
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    io.gone.removeEventListener("abort", end);
    noteEnd(code ?? signalCode(signal));
    io.stdin.unpipe(child.stdin).resume();
    return code ?? signalCode(signal);
  }

  /** Records a process's start. Returns a function that records its end. */
  #noteStart(pid: number | undefined, command: string | undefined): (code: number) => void {
    const { note, ownCommands } = this.#options;
    const shown = command === undefined ? "a terminal" : shownCommand(command, ownCommands());
    if (pid === undefined || shown === undefined) return () => undefined;
    note(pid, `started ${shown}`, "I");
    const startedAtMs = performance.now();
    return (code) => {
      const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
      // A terminal ends with the code of its last command.
      const isFailed = code !== 0 && command !== undefined;
      note(pid, `ended with ${code} after ${seconds} s: ${shown}`, isFailed ? "W" : "I");
    };
  }
}

/** Types the client's input, and waits while the terminal is full. Types Ctrl-D at the end of the input. */
async function type(io: ShellIo, pty: PtyProcess): Promise<void> {
  const endOfInput = Uint8Array.of(4);
  try {
    for await (const chunk of io.stdin) await pty.write(chunk as Buffer); // no encoding is set
    if (!io.endsInputByLeaving) await pty.write(endOfInput);
  } catch {
    // The client has disconnected, as `gone` reports, or the shell destroyed the input when it ended.
  }
}

async function refuse(io: ShellIo, reason: string): Promise<void> {
  await io.write("stderr", Buffer.from(`${reason}\n`));
  io.exit(FAILED_CODE);
}
