import type { Clock } from "@terrarium/phone-system/clock";
import type { Random } from "@terrarium/phone-system/random";
import { FilesOfProcess } from "../files/open-files.ts";
import type { ProcessFiles } from "../files/process-files.ts";
import type { Child, Process, ProcessTerminal, SpawnOptions } from "../process.ts";
import type { ProcessTable } from "../processes/process-table.ts";
import { signalNumber } from "../processes/signals.ts";
import type { Task } from "../processes/task.ts";
import { emptySource, iterate, toBytes, type ByteSink, type ByteSource } from "../streams/byte-stream.ts";
import type { DescriptorTable } from "../streams/descriptor.ts";
import type { SystemCalls } from "../system-calls/system-calls.ts";
import type { Machine } from "./machine.ts";

export interface ShellProcessOptions {
  machine: Machine;
  task: Task;
  fds: DescriptorTable;
  name: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  tty: ProcessTerminal | undefined;
  spawn: (process: ShellProcess, args: readonly string[], options: SpawnOptions) => Child;
}

/** A running command's interface to its process. */
export class ShellProcess implements Process {
  readonly machine: Machine;
  readonly task: Task;
  readonly fds: DescriptorTable;
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly tty: ProcessTerminal | undefined;
  readonly stdin: ByteSource;
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
  readonly #spawn: ShellProcessOptions["spawn"];
  readonly #openFiles = new FilesOfProcess();

  constructor(options: ShellProcessOptions) {
    this.machine = options.machine;
    this.task = options.task;
    this.fds = options.fds;
    this.name = options.name;
    this.args = options.args;
    this.env = options.env;
    this.cwd = options.cwd;
    this.tty = options.tty;
    this.#spawn = options.spawn;
    this.stdin = guardedSource(this.fds.get(0)?.source ?? emptySource(), this.task);
    this.stdout = guardedSink(this.fds.get(1)?.sink, this.task, this.machine);
    this.stderr = guardedSink(this.fds.get(2)?.sink, this.task, this.machine);
  }

  get pid(): number {
    return this.task.pid;
  }

  get parentPid(): number {
    return this.task.parentPid;
  }

  get userId(): number {
    return this.task.userId;
  }

  get signal(): AbortSignal {
    return this.task.signal;
  }

  get system(): SystemCalls {
    return this.machine.system;
  }

  get clock(): Clock {
    return this.machine.clock;
  }

  get random(): Random {
    return this.machine.random;
  }

  get files(): ProcessFiles {
    const { pid, userId, umask } = this.task;
    return this.machine.files.for({
      pid,
      userId,
      umask,
      cwd: this.cwd,
      openFiles: this.#openFiles,
      pause: () => this.pause(),
    });
  }

  /** Closes the program's files. Call it after every end of the program, including failures. */
  closeFiles(): void {
    this.#openFiles.closeAll();
  }

  get processes(): ProcessTable {
    return this.machine.kernel;
  }

  async sleep(ms: number): Promise<void> {
    await this.task.ready();
    this.task.sleeping = true;
    try {
      if (ms > 0) await this.#wait(ms);
      this.signal.throwIfAborted();
    } finally {
      this.task.sleeping = false;
    }
    await this.task.ready();
  }

  /** Resolves after this time, or when the process is ended. */
  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        timer.cancel();
        this.signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = this.clock.startTimer(ms, end);
      this.signal.addEventListener("abort", end);
      if (this.signal.aborted) end();
    });
  }

  async pause(): Promise<void> {
    await this.machine.kernel.step(this.task);
  }

  spawn(args: readonly string[], options: SpawnOptions = {}): Child {
    return this.#spawn(this, args, options);
  }

  onSignal(signal: string, handler: () => void): void {
    const name = signal.replace(/^SIG/, "");
    // A handler replaces an inherited "ignore", such as that of SIGINT in background jobs.
    this.task.ignore(name, false);
    this.task.handle(name, handler);
  }
}

/**
 * Wraps a source so that reads pause and end with their process. Stops a background process that reads from the
 * terminal.
 */
function guardedSource(source: ByteSource, task: Task): ByteSource {
  const read = async (maxBytes?: number): Promise<Uint8Array | undefined> => {
    for (;;) {
      await task.ready();
      if (source.isTerminal && task.session.foregroundGroup !== task.groupId) {
        task.kill(signalNumber("TTIN") ?? 0);
        if (task.stopped) continue;
        return undefined;
      }
      task.sleeping = true;
      try {
        return await source.read(maxBytes, task.interruptible);
      } catch (error) {
        task.signal.throwIfAborted();
        if (!task.interruptible.aborted) throw error;
      } finally {
        task.sleeping = false;
      }
    }
  };
  const guarded: ByteSource = {
    isTerminal: source.isTerminal,
    read,
    close: () => undefined,
    [Symbol.asyncIterator]: () => iterate(guarded),
  };
  return guarded;
}

function guardedSink(sink: ByteSink | undefined, task: Task, { kernel }: Machine): ByteSink {
  return {
    isTerminal: sink?.isTerminal ?? false,
    write: async (data) => {
      await kernel.step(task);
      if (!sink) throw new Error("Bad file descriptor");
      const bytes = toBytes(data);
      task.budget.addOutput(sink.isTerminal ? bytes.length : 0);
      await sink.write(bytes, task.signal);
    },
    close: async () => undefined,
  };
}
