import type { ProcessFiles } from "../files/process-files.ts";
import type { ProcessTerminal } from "../process.ts";
import { signalNumber } from "../processes/signals.ts";
import type { Task } from "../processes/task.ts";
import type { DescriptorTable } from "../streams/descriptor.ts";
import { InterruptError, ShellError } from "./control.ts";
import type { Jobs } from "./jobs.ts";
import type { Machine } from "./machine.ts";
import type { FunctionNode } from "./syntax-tree.ts";
import { Variables } from "./variables.ts";

export const OPTION_LETTERS = {
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

export type OptionName =
  | (typeof OPTION_LETTERS)[keyof typeof OPTION_LETTERS]
  | "pipefail"
  | "ignoreeof"
  | "braceexpand";

export const optionNames: readonly OptionName[] = [
  ...Object.values(OPTION_LETTERS),
  "pipefail",
  "ignoreeof",
  "braceexpand",
];

/** Commands of traps by signal. An empty command ignores the signal. */
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
  /** Process id for `$$`. A subshell has the same value. */
  shellPid: number;
  interactive = false;
  /** The script's file name, for line numbers in messages. */
  sourceName: string | undefined;
  line = 1;
  loopDepth = 0;
  functionDepth = 0;
  /** Depth of conditions. `set -e` does not end the shell in them. */
  conditionDepth = 0;
  /** Received signals with traps that have not run yet. */
  readonly pendingTraps: string[] = [];
  interrupted = false;
  /** Position of `getopts` in a word of several letters. */
  optionOffset = { index: 1, offset: 1 };
  /** Returns the typed lines, oldest first. */
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
    // A subshell keeps only the ignored signals.
    this.traps = new Map([...(parent?.traps ?? [])].filter(([, action]) => action === ""));
    this.#defineComputed();
    const { signal } = this.task;
    signal.addEventListener("abort", () => this.#wait.abort(signal.reason), { once: true });
  }

  /** Signal that aborts the shell's own waits: it was ended, interrupted, or has a trap to run. */
  get waitSignal(): AbortSignal {
    if (this.#wait.signal.aborted && !this.task.signal.aborted && !this.interrupted) this.#wait = new AbortController();
    return this.#wait.signal;
  }

  noteTrap(name: string): void {
    this.pendingTraps.push(name);
    this.#wait.abort(new Error("trap"));
  }

  /** Handles Ctrl-C in an interactive shell: ends its current work, not the shell. */
  interrupt(): void {
    this.interrupted = true;
    this.#wait.abort(new InterruptError());
  }

  throwIfInterrupted(): void {
    this.task.signal.throwIfAborted();
    if (this.interrupted) throw new InterruptError();
  }

  /**
   * Delays Ctrl-C while a script's shell waits for its children. The children receive it too. The shell must outlive
   * them, because they may need to clean up. Afterwards the shell ends only if Ctrl-C ended one of them. Call it before
   * the wait, and the returned function after it.
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

  /** Returns the handler for a signal without a trap. Keyboard signals do not end an interactive shell. */
  defaultHandler(name: string): (() => void) | undefined {
    if (!this.interactive) return undefined;
    if (name === "INT") return () => this.interrupt();
    return ["TERM", "QUIT", "TSTP", "TTIN", "TTOU"].includes(name) ? () => undefined : undefined;
  }

  /** Makes the shell interactive, with job control. */
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

  /** Returns the prefix of messages: the shell's name and, in a script, the position. */
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

  /** Reports an error, unless the message is empty. */
  async complain(message: string): Promise<void> {
    if (message !== "") await this.writeError(`${this.messagePrefix()}${message}\n`);
  }

  async write(text: string): Promise<void> {
    await this.task.ready();
    const sink = this.fds.get(1)?.sink;
    // A builtin without standard output fails silently, as in mksh.
    if (!sink) throw new ShellError("");
    await sink.write(text, this.task.signal);
  }

  #defineComputed(): void {
    const { variables, task } = this;
    const { clock, random } = this.machine;
    let seconds = task.startedAtMs;
    variables.define(
      "SECONDS",
      () => String(Math.floor((clock.nowMs() - seconds) / 1000)),
      (value) => (seconds = clock.nowMs() - Number(value) * 1000),
    );
    variables.define(
      "RANDOM",
      () => String(random.integer(32_768)),
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
