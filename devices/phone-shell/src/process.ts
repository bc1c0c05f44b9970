/** What a command is written against: a process of the device's shell. */
import type { Clock } from "@terrarium/phone-system/clock";
import type { ProcessFiles } from "./files/process-files.ts";
import type { ProcessTable } from "./processes/process-table.ts";
import type { ByteSink, ByteSource } from "./streams/byte-stream.ts";
import type { SystemCalls } from "./system-calls/system-calls.ts";

/** The terminal that a process runs at. Its size is what it is now. */
export interface ProcessTerminal {
  readonly rows: number;
  readonly columns: number;
  /** Calls the listener at each change of the size until the answer is called. */
  onResize(listener: () => void): () => void;
  /** In raw mode keys reach the reader one by one, without echo, and Ctrl-C is a key like others. */
  setRaw(raw: boolean): void;
}

/** What one process gives another that it starts; what is left out is its own. */
export interface SpawnOptions {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  stdin?: ByteSource;
  stdout?: ByteSink;
  stderr?: ByteSink;
  /** Signals that it ignores from the start, as `nohup` has it. */
  immuneTo?: readonly string[];
  /** Another user than the process's own. */
  userId?: number;
}

/** A process that was started. */
export interface Child {
  readonly pid: number;
  /** The exit code; 128 and the signal's number if a signal ended it. Never rejects. */
  readonly exited: Promise<number>;
  /** Sends a signal, by name without SIG: TERM, INT, KILL, STOP, CONT … */
  kill(signal: string): void;
}

export interface Process {
  readonly pid: number;
  readonly parentPid: number;
  /** The command's name as it was called. */
  readonly name: string;
  /** The arguments after the name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** 0 for root, 2000 for shell. */
  readonly userId: number;
  readonly stdin: ByteSource;
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
  /** Aborts when a signal ends the process. Reading, writing and `sleep` then reject by themselves. */
  readonly signal: AbortSignal;
  /** The controlling terminal; undefined without one, as in a script. Whether stdout goes there: `stdout.isTerminal`. */
  readonly tty: ProcessTerminal | undefined;
  readonly system: SystemCalls;
  /** The time of day. */
  readonly clock: Clock;
  /** The device's files, as this process's user may use them; relative paths start at `cwd`. */
  readonly files: ProcessFiles;
  /** All processes of the device. */
  readonly processes: ProcessTable;
  /** Waits; rejects when the process is ended, and stands still while it is stopped. */
  sleep(ms: number): Promise<void>;
  /** Gives way to other processes when this one has worked for long; for loops that do not wait. Rejects when ended. */
  pause(): Promise<void>;
  /** Starts a command by name or path. A name that is not found exits with 127 and says so on stderr. */
  spawn(args: readonly string[], options?: SpawnOptions): Child;
  /** Calls the handler instead of ending the process when it gets the signal, such as "INT" or "WINCH". */
  onSignal(signal: string, handler: () => void): void;
}

/** A program: works until it resolves with its exit code. What it throws becomes `name: message` on stderr and 1. */
type Program = (process: Process) => Promise<number>;

/** A program with the name under which /system/bin has it. */
export interface ShellCommand {
  readonly name: string;
  readonly run: Program;
}
