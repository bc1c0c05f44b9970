import type { Clock } from "@terrarium/phone-system/clock";
import type { ProcessFiles } from "../files/process-files.ts";
import type { ProcessTerminal, ShellCommand } from "../process.ts";
import type { Kernel } from "../processes/kernel.ts";
import { signalNumber } from "../processes/signals.ts";
import type { Task } from "../processes/task.ts";
import type { DescriptorTable } from "../streams/descriptor.ts";
import type { SystemCalls } from "../system-calls/system-calls.ts";
import type { Builtin } from "./builtin.ts";
import type { Executable } from "./commands.ts";
import { InterruptError, ShellError } from "./control.ts";
import type { Executor } from "./executor.ts";
import type { Jobs } from "./jobs.ts";
import type { FunctionNode } from "./syntax.ts";
import { Variables } from "./variables.ts";

/** What all shells of the device share. */
export interface Machine {
  readonly kernel: Kernel;
  readonly commands: ReadonlyMap<string, ShellCommand>;
  readonly builtins: ReadonlyMap<string, Builtin>;
  readonly specialBuiltins: ReadonlyMap<string, Builtin>;
  /** The files as nobody in particular; each process gets its own view. */
  readonly files: ProcessFiles;
  readonly system: SystemCalls;
  readonly clock: Clock;
  readonly runner: ProcessRunner;
}

/** What a process is started with. */
export interface Launch {
  machine: Machine;
  task: Task;
  /** Closed at the end. */
  fds: DescriptorTable;
  name: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  tty: ProcessTerminal | undefined;
}

/** How processes are run; given to the shells, which are made by it in turn. */
export interface ProcessRunner {
  /** Runs an executable as the process of `launch` to its end. Never rejects. */
  execute(executable: Executable, launch: Launch): Promise<number>;
  /** Runs the body as a shell's whole life. Never rejects. */
  runAsProcess(shell: Shell, body: (executor: Executor) => Promise<number>): Promise<number>;
  /** Makes a process run `work`, and end with its exit code, closing its files. */
  start(task: Task, fds: DescriptorTable, work: () => Promise<number>): void;
}

export const optionLetters = {
  a: "allexport",
  e: "errexit",
  f: "noglob",
  m: "monitor",
  n: "noexec",
  u: "nounset",
  v: "verbose",
  x: "xtrace",
  C: "noclobber",
} as const;

export type OptionName = (typeof optionLetters)[keyof typeof optionLetters] | "pipefail" | "ignoreeof" | "braceexpand";

export const optionNames: readonly OptionName[] = [
  ...Object.values(optionLetters),
  "pipefail",
  "ignoreeof",
  "braceexpand",
];

/** A trap's command, empty to ignore the signal. */
export type Traps = Map<string, string>;

/** The state of one shell process. A subshell starts with a copy. */
export class Shell {
  readonly machine: Machine;
  readonly task: Task;
  readonly fds: DescriptorTable;
  readonly variables: Variables;
  readonly functions: Map<string, FunctionNode>;
  readonly aliases: Map<string, string>;
  readonly options: Set<OptionName>;
  readonly traps: Traps;
  readonly terminal: ProcessTerminal | undefined;
  jobs: Jobs;
  /** `$0`, and the name in messages. */
  name: string;
  positional: string[];
  cwd: string;
  exitCode = 0;
  lastBackgroundPid: number | undefined;
  /** The process id of the shell that `$$` names: the same in subshells. */
  shellPid: number;
  interactive = false;
  /** The script's file, with which messages name a line. */
  sourceName: string | undefined;
  line = 1;
  loopDepth = 0;
  functionDepth = 0;
  /** Within a condition `set -e` does not end the shell. */
  conditionDepth = 0;
  /** Signals that came and whose traps have not run yet. */
  readonly pendingTraps: string[] = [];
  interrupted = false;
  /** Where `getopts` is within a word of several letters. */
  optionOffset = { index: 1, offset: 1 };
  /** The lines that were typed, oldest first. */
  history: () => readonly string[] = () => [];
  #wait = new AbortController();

  constructor(options: {
    machine: Machine;
    task: Task;
    fds: DescriptorTable;
    name: string;
    jobs: Jobs;
    terminal: ProcessTerminal | undefined;
    parent?: Shell;
    cwd: string;
  }) {
    const { parent } = options;
    this.machine = options.machine;
    this.task = options.task;
    this.fds = options.fds;
    this.name = options.name;
    this.jobs = options.jobs;
    this.terminal = options.terminal;
    this.cwd = options.cwd;
    this.variables = parent?.variables.clone() ?? new Variables();
    this.functions = new Map(parent?.functions);
    this.aliases = new Map(parent?.aliases);
    this.options = new Set<OptionName>(parent?.options ?? ["braceexpand"]);
    this.positional = parent?.positional.slice() ?? [];
    this.exitCode = parent?.exitCode ?? 0;
    this.lastBackgroundPid = parent?.lastBackgroundPid;
    this.shellPid = parent?.shellPid ?? options.task.pid;
    this.sourceName = parent?.sourceName;
    this.line = parent?.line ?? 1;
    this.loopDepth = parent?.loopDepth ?? 0;
    this.functionDepth = parent?.functionDepth ?? 0;
    this.conditionDepth = parent?.conditionDepth ?? 0;
    this.options.delete("monitor");
    // A subshell keeps only what is ignored.
    this.traps = new Map([...(parent?.traps ?? [])].filter(([, action]) => action === ""));
    this.#defineComputed();
    const { signal } = this.task;
    signal.addEventListener("abort", () => this.#wait.abort(signal.reason), { once: true });
  }

  /** Aborts what the shell itself waits for: it was ended, interrupted, or has a trap to run. */
  get waitSignal(): AbortSignal {
    if (this.#wait.signal.aborted && !this.task.signal.aborted && !this.interrupted) this.#wait = new AbortController();
    return this.#wait.signal;
  }

  noteTrap(name: string): void {
    this.pendingTraps.push(name);
    this.#wait.abort(new Error("trap"));
  }

  /** Ctrl-C at an interactive shell ends what it does, not the shell. */
  interrupt(): void {
    this.interrupted = true;
    this.#wait.abort(new InterruptError());
  }

  throwIfInterrupted(): void {
    this.task.signal.throwIfAborted();
    if (this.interrupted) throw new InterruptError();
  }

  /**
   * Ctrl-C reaches a script's shell and what it waits for alike. The shell outlives its children, which may have
   * something to put away, and ends once they have only if it ended one of them too. To be called before waiting; what
   * it gives, after.
   */
  holdInterrupt(): (children: readonly Task[]) => void {
    if (this.task.handles("INT")) return () => undefined;
    const number = signalNumber("INT") ?? 0;
    let came = false;
    this.task.handle("INT", () => (came = true));
    return (children) => {
      this.task.handle("INT", undefined);
      if (came && children.some((child) => child.endedBySignal === number)) this.task.kill(number);
    };
  }

  /** What a signal without a trap does: an interactive shell does not end by those of the keyboard. */
  defaultHandler(name: string): (() => void) | undefined {
    if (!this.interactive) return undefined;
    if (name === "INT") return () => this.interrupt();
    return ["TERM", "QUIT", "TSTP", "TTIN", "TTOU"].includes(name) ? () => undefined : undefined;
  }

  /** Makes the shell interactive, with jobs. */
  becomeInteractive(): void {
    this.interactive = true;
    this.options.add("monitor");
    for (const name of ["INT", "TERM", "QUIT", "TSTP", "TTIN", "TTOU"])
      this.task.handle(name, this.defaultHandler(name));
  }

  get files(): ProcessFiles {
    const { pid, userId, umask } = this.task;
    return this.machine.files.for({ pid, userId, umask, cwd: this.cwd });
  }

  get(name: string): string | undefined {
    return this.variables.get(name);
  }

  /** The beginning of each message: the shell's name and, in a script, where it is. */
  messagePrefix(line = this.line): string {
    const place = this.sourceName === undefined ? "" : `${this.sourceName}[${line}]: `;
    return this.sourceName === this.name ? place : `${this.name}: ${place}`;
  }

  async writeError(text: string): Promise<void> {
    await this.fds
      .get(2)
      ?.sink?.write(text, this.task.signal)
      .catch(() => undefined);
  }

  /** Says what is wrong, if there is anything to say. */
  async complain(message: string): Promise<void> {
    if (message !== "") await this.writeError(`${this.messagePrefix()}${message}\n`);
  }

  async write(text: string): Promise<void> {
    await this.task.ready();
    const sink = this.fds.get(1)?.sink;
    // A command of mksh's own that has nowhere to write to fails without a word.
    if (!sink) throw new ShellError("");
    await sink.write(text, this.task.signal);
  }

  #defineComputed(): void {
    const { variables, task } = this;
    let seconds = task.startedAtMs;
    variables.define(
      "SECONDS",
      () => String(Math.floor((Date.now() - seconds) / 1000)),
      (value) => (seconds = Date.now() - Number(value) * 1000),
    );
    variables.define(
      "RANDOM",
      () => String(Math.floor(Math.random() * 32768)),
      () => undefined,
    );
    variables.define("LINENO", () => String(this.line));
    variables.define("PPID", () => String(task.parentPid));
    variables.define("BASHPID", () => String(task.pid));
    for (const name of ["USER_ID", "KSHUID", "KSHEGID", "KSHGID", "KSHEUID"])
      variables.define(name, () => String(task.userId));
    variables.define("KSH_VERSION", () => "@(#)MIRBSD KSH R59 Android");
    variables.define("EPOCHREALTIME", () => (this.machine.clock.nowMs() / 1000).toFixed(6));
    if (this.terminal) {
      variables.define("COLUMNS", () => String(this.terminal?.columns ?? 80));
      variables.define("LINES", () => String(this.terminal?.rows ?? 24));
    }
  }
}
