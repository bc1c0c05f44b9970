import type { OutputStream } from "@terrarium/adb-device/ports/shell";
import { Executor } from "../executor/executor.ts";
import { newShell, runAsProcess, runShell } from "../executor/launch.ts";
import type { Launch, Machine } from "../executor/machine.ts";
import { runLines } from "../executor/run-lines.ts";
import { start } from "../executor/run-process.ts";
import { optionNames, type Shell } from "../executor/shell.ts";
import { LIMITS } from "../limits.ts";
import { Budget } from "../processes/budget.ts";
import { signalNumber } from "../processes/signals.ts";
import type { BudgetOwner, Task, TaskSession } from "../processes/task.ts";
import { BrokenPipeError, toBytes, type ByteSink } from "../streams/byte-stream.ts";
import { Descriptor, DescriptorTable } from "../streams/descriptor.ts";
import { Pipe, Waiters } from "../streams/pipe.ts";
import { interact } from "../terminal/interactive-shell.ts";
import { LineHistory } from "../terminal/line-history.ts";
import { Terminal } from "../terminal/terminal.ts";
import { initialEnvironment } from "./environment.ts";
import type { OpenShellOptions, ShellSnapshot } from "./protocol.ts";

const SHELL_NAME = "/system/bin/sh";
const KILLED_CODE = 137;

/** Events of a shell for its client, across the threads. */
export interface ShellClient {
  /** Sends output. The bytes have their own buffer, and the client may keep it. */
  output(stream: OutputStream, bytes: Uint8Array<ArrayBuffer>): void;
  inputTaken(bytes: number): void;
  snapshot(snapshot: ShellSnapshot): void;
  typed(line: string): void;
  exit(code: number): void;
}

/** A shell that a client opened: its streams or its terminal, and its process. */
export class ShellSession implements TaskSession {
  readonly terminalName: string;
  foregroundGroup = 0;
  /** Whether it waits for a line and has no work to do. */
  idle = false;
  readonly #machine: Machine;
  readonly #options: OpenShellOptions;
  readonly #client: ShellClient;
  readonly #busyMs: number;
  readonly #input: Pipe;
  readonly #terminal: Terminal | undefined;
  readonly #room = new Waiters();
  readonly #task: Task;
  #untakenBytes = 0;
  #gone = false;
  #inputWasRead = false;

  constructor(machine: Machine, options: OpenShellOptions, client: ShellClient, number: number, busyMs: number) {
    this.#machine = machine;
    this.#options = options;
    this.#client = client;
    this.#busyMs = busyMs;
    this.terminalName = options.terminal ? `pts/${number}` : "?";
    this.#input = new Pipe(Infinity, (bytes) => {
      this.#inputWasRead = true;
      client.inputTaken(bytes);
    });
    this.#terminal =
      options.terminal &&
      new Terminal(
        options.terminal,
        (bytes) => this.#send("stdout", bytes),
        (signal) => this.#signal(signal),
        new LineHistory(options.history, (line) => client.typed(line)),
      );
    this.#task = machine.kernel.fork({
      parent: undefined,
      userId: options.userId,
      session: this,
      budget: this.newBudget(),
      commandLine: options.command === undefined ? ["-sh"] : ["sh", "-c", options.command],
    });
    this.foregroundGroup = this.#task.groupId;
    if (this.#terminal) void this.#pumpTerminal(this.#terminal);
    void this.#run();
  }

  input(bytes: Uint8Array): void {
    void this.#input.write(bytes).catch(() => this.#client.inputTaken(bytes.length));
  }

  endInput(): void {
    void this.#input.close();
  }

  resize(rows: number, columns: number): void {
    this.#terminal?.resize(rows, columns);
    this.#machine.kernel.killGroup(this.foregroundGroup, signalNumber("WINCH") ?? 0);
  }

  taken(bytes: number): void {
    this.#untakenBytes -= bytes;
    this.#room.wake();
  }

  /**
   * Handles a disconnected client: ends its processes except those that ignore a hang-up. With `endsInput`, a process
   * that has read its input continues to the end of the input.
   */
  hangUp(endsInput: boolean): void {
    if (this.#gone) return;
    this.#gone = true;
    this.endInput();
    this.#terminal?.end();
    this.#room.wake();
    if (endsInput && this.#inputWasRead && !this.#terminal) return;
    for (const task of this.#machine.kernel.tasks()) if (task.session === this) task.kill(signalNumber("HUP") ?? 0);
    this.#task.kill(signalNumber("KILL") ?? 0);
  }

  async #send(stream: OutputStream, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    if (this.#gone) throw new BrokenPipeError();
    for (let start = 0; start < bytes.length; start += LIMITS.untakenOutputBytes) {
      const piece = new Uint8Array(bytes.subarray(start, start + LIMITS.untakenOutputBytes));
      this.#untakenBytes += piece.length;
      this.#client.output(stream, piece);
      while (this.#untakenBytes > LIMITS.untakenOutputBytes) {
        await this.#room.wait(signal);
        if (this.#gone) throw new BrokenPipeError();
      }
    }
  }

  /** Makes a sink for one of the client's streams. */
  #sink(stream: OutputStream): ByteSink {
    return {
      isTerminal: false,
      write: (data, signal) => {
        const bytes = toBytes(data);
        this.#task.budget.addOutput(bytes.length);
        return this.#send(stream, bytes, signal);
      },
      close: async () => undefined,
    };
  }

  async #pumpTerminal(terminal: Terminal): Promise<void> {
    for await (const bytes of this.#input) await terminal.typed(bytes);
    terminal.end();
  }

  #signal(name: string): void {
    this.#machine.kernel.killGroup(this.foregroundGroup, signalNumber(name) ?? 0);
  }

  newBudget(owner?: BudgetOwner): Budget {
    const budget: Budget = new Budget(this.#busyMs, (message) => this.#overspent(budget, message, owner));
    return budget;
  }

  /** Handles an exceeded limit of a command line: ends all its processes, but not an interactive shell. */
  #overspent(budget: Budget, message: string, owner: BudgetOwner | undefined): void {
    const text = `sh: ${message}\n`;
    void (this.#terminal ? this.#terminal.sink.write(text) : this.#send("stderr", Buffer.from(text))).catch(
      () => undefined,
    );
    for (const task of this.#machine.kernel.tasks()) {
      if (task.budget === budget && task !== owner?.task) task.kill(signalNumber("KILL") ?? 0);
    }
    owner?.interrupt();
  }

  async #run(): Promise<void> {
    const fds = new DescriptorTable();
    const stdin = this.#terminal ? this.#terminal.source : this.#input.source;
    const stdout = this.#terminal?.sink ?? this.#sink("stdout");
    const stderr = this.#terminal?.sink ?? this.#sink("stderr");
    const name = this.#terminal ? `/dev/${this.terminalName}` : "pipe";
    await fds.set(0, new Descriptor({ source: stdin, name }));
    await fds.set(1, new Descriptor({ sink: stdout, name }));
    await fds.set(2, new Descriptor({ sink: stderr, name }));
    const env = initialEnvironment(this.#options.userId, this.#options.terminal?.kind);
    const launch: Launch = {
      machine: this.#machine,
      task: this.#task,
      fds,
      name: SHELL_NAME,
      args: [],
      env,
      cwd: this.#options.snapshot?.cwd ?? "/",
      tty: this.#terminal,
    };
    const { command } = this.#options;
    start(this.#task, fds, () => {
      if (command !== undefined) return runShell(launch, { name: SHELL_NAME, args: [], source: command });
      const shell = newShell(launch, SHELL_NAME);
      return runAsProcess(shell, (executor) =>
        this.#terminal ? this.#interact(executor, this.#terminal) : this.#runInput(executor),
      );
    });
    const code = await this.#task.exited;
    if (!this.#gone) this.#client.exit(this.#task.budget.spent ? KILLED_CODE : code);
    this.#input.stopReading();
  }

  /** Runs a script from the shell's input. The script's commands may read from the input too. */
  async #runInput(executor: Executor): Promise<number> {
    executor.shell.sourceName = "<stdin>";
    return runLines(executor, this.#input);
  }

  async #interact(executor: Executor, terminal: Terminal): Promise<number> {
    const { shell } = executor;
    this.#begin(shell);
    return interact(executor, terminal, {
      onWaiting: (waiting) => (this.idle = waiting),
      onLineRun: () => this.#client.snapshot(snapshotOf(shell)),
    });
  }

  /** Restores the state from an earlier worker. */
  #begin(shell: Shell): void {
    const { snapshot } = this.#options;
    if (!snapshot) return;
    shell.variables.restore(snapshot.variables);
    for (const [name, definition] of snapshot.functions) shell.functions.set(name, definition);
    for (const [name, text] of snapshot.aliases) shell.aliases.set(name, text);
    for (const name of optionNames) if (snapshot.options.includes(name)) shell.options.add(name);
    shell.exitCode = snapshot.exitCode;
  }
}

/** Returns the shell's state without parts that are too large, because the device keeps one state for each shell. */
function snapshotOf(shell: Shell): ShellSnapshot {
  return {
    cwd: shell.cwd,
    variables: thatFit(shell.variables.snapshot(), ([name, { values }]) =>
      Object.values(values).reduce((sum, value) => sum + value.length + 8, name.length),
    ),
    functions: thatFit([...shell.functions], (each) => JSON.stringify(each).length),
    aliases: thatFit([...shell.aliases], ([name, text]) => name.length + text.length),
    options: [...shell.options],
    exitCode: shell.exitCode,
  };
}

function thatFit<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[] {
  let leftBytes: number = LIMITS.snapshotBytes;
  return items.filter((item) => {
    const bytes = leftBytes > 0 ? sizeOf(item) : Infinity;
    if (bytes > leftBytes) return false;
    leftBytes -= bytes;
    return true;
  });
}
