/** Interface of a command to its process in the device's shell. */
import type { Clock } from "@terrarium/phone-system/clock";
import type { Random } from "@terrarium/phone-system/random";
import type { ProcessFiles } from "./files/process-files.ts";
import type { ProcessTable } from "./processes/process-table.ts";
import type { ByteSink, ByteSource } from "./streams/byte-stream.ts";
import type { SystemCalls } from "./system-calls/system-calls.ts";

/** A process's terminal. Its size is the current one. */
export interface ProcessTerminal {
  readonly rows: number;
  readonly columns: number;
  /** Calls the listener at each change of the size, until the returned function is called. */
  onResize(listener: () => void): () => void;
  /** Sets raw mode: keys reach the reader one by one without echo, and Ctrl-C is an ordinary key. */
  setRaw(raw: boolean): void;
}

/** Settings for a process that another process starts. Omitted ones are inherited. */
export interface SpawnOptions {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  stdin?: ByteSource;
  stdout?: ByteSink;
  stderr?: ByteSink;
  /** Signals that the process ignores from its start, as with `nohup`. */
  immuneTo?: readonly string[];
  /** User id, if different from the parent's. */
  userId?: number;
}

/** A started process. */
export interface Child {
  readonly pid: number;
  /** Exit code; 128 and the signal's number if a signal ended it. Never rejects. */
  readonly exited: Promise<number>;
  /** Sends a signal, by name without SIG: TERM, INT, KILL, STOP, CONT … */
  kill(signal: string): void;
}

export interface Process {
  readonly pid: number;
  readonly parentPid: number;
  /** Name that the command was called by. */
  readonly name: string;
  /** Arguments after the name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path. */
  readonly cwd: string;
  /** 0 for root, 2000 for shell. */
  readonly userId: number;
  readonly stdin: ByteSource;
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
  /** Aborts when a signal ends the process. Reads, writes and `sleep` then reject on their own. */
  readonly signal: AbortSignal;
  /**
   * The controlling terminal; undefined without one, as in a script. `stdout.isTerminal` shows whether stdout goes to
   * it.
   */
  readonly tty: ProcessTerminal | undefined;
  readonly system: SystemCalls;
  /** Clock for the time of day. */
  readonly clock: Clock;
  /** The device's random values. */
  readonly random: Random;
  /** The device's files with the permissions of this process's user. Relative paths start at `cwd`. */
  readonly files: ProcessFiles;
  /** All processes of the device. */
  readonly processes: ProcessTable;
  /** Waits. Rejects when the process is ended, and pauses while it is stopped. */
  sleep(ms: number): Promise<void>;
  /**
   * Yields to other processes if this one has run for long. For loops that do not wait. Rejects when the process is
   * ended.
   */
  pause(): Promise<void>;
  /** Starts a command by name or path. An unknown name exits with 127 and a message on stderr. */
  spawn(args: readonly string[], options?: SpawnOptions): Child;
  /** Sets a handler for a signal, such as "INT" or "WINCH". The signal then does not end the process. */
  onSignal(signal: string, handler: () => void): void;
}

/** A program. Resolves with its exit code. An exception becomes `name: message` on stderr and exit code 1. */
type Program = (process: Process) => Promise<number>;

/** A program with its name in /system/bin. */
export interface ShellCommand {
  readonly name: string;
  readonly run: Program;
}
