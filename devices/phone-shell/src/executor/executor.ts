import { LIMITS } from "../limits.ts";
import type { Task } from "../processes/task.ts";
import { CollectingSink } from "../streams/byte-stream.ts";
import { Descriptor } from "../streams/descriptor.ts";
import { Pipe } from "../streams/pipe.ts";
import { builtins, specialBuiltins } from "./builtins/builtins.ts";
import { commandsBefore } from "./command-lines.ts";
import { CompoundCommands } from "./compound-commands.ts";
import { BreakError, ContinueError, ExitError, InterruptError, ReturnError, ShellError } from "./control.ts";
import type { Execution, ForkOptions } from "./execution.ts";
import { Expansion } from "./expansion.ts";
import { pourFile, substitutedFile } from "./file-substitution.ts";
import { untilEnded, waitForeground } from "./foreground.ts";
import { Jobs } from "./jobs.ts";
import { connectPipes, overflowing, pipelineText } from "./pipes.ts";
import { redirect, takeBack } from "./redirections.ts";
import { runToEnd, start } from "./run-process.ts";
import { Shell } from "./shell.ts";
import { SimpleCommands } from "./simple-command.ts";
import type { CommandNode, PipelineNode, ScriptNode, StatementNode } from "./syntax-tree.ts";
import { parseScript, SyntaxProblem } from "./syntax.ts";

const NEWLINE = 10;

/** Runs a script's syntax tree in one shell process. */
export class Executor implements Execution {
  readonly shell: Shell;
  readonly expansion: Expansion;
  readonly builtins = builtins;
  readonly specialBuiltins = specialBuiltins;
  readonly #simple: SimpleCommands;
  readonly #compound: CompoundCommands;
  substitutionCode: number | undefined;
  failedInside = false;
  /** Whether the last command ended with a pipeline. Commands around it keep its PIPESTATUS. */
  #keepsPipeStatus = false;

  constructor(shell: Shell) {
    this.shell = shell;
    this.expansion = new Expansion(shell, (script) => this.#substitute(script));
    this.#simple = new SimpleCommands(this);
    this.#compound = new CompoundCommands(this);
  }

  /** Parses and runs text. At a syntax error, runs the lines before it and throws SyntaxProblem. */
  async runSource(source: string): Promise<number> {
    let script: ScriptNode;
    try {
      script = parseScript(source);
    } catch (error) {
      if (error instanceof SyntaxProblem) await this.run(commandsBefore(source, error.line));
      throw error;
    }
    return this.run(script);
  }

  async run(script: ScriptNode): Promise<number> {
    await this.statements(script.statements);
    return this.shell.exitCode;
  }

  /** Runs words as a command, ignoring functions. */
  async runWords(words: readonly string[]): Promise<void> {
    await this.#simple.runWords(words);
  }

  /** Converts the exceptions of a regular exit into the shell's exit code. */
  async contained(body: () => Promise<number>): Promise<number> {
    try {
      return await body();
    } catch (error) {
      if (error instanceof ExitError || error instanceof ReturnError) return error.exitCode;
      if (error instanceof BreakError || error instanceof ContinueError) return this.shell.exitCode;
      throw error;
    }
  }

  async statements(nodes: readonly StatementNode[]): Promise<void> {
    for (const node of nodes) await this.#statement(node);
  }

  async #statement(node: StatementNode): Promise<void> {
    await this.turn();
    if (this.shell.options.has("noexec") && !this.shell.interactive) return;
    if (node.background) return this.#background(node);
    const last = node.pipelines.length - 1;
    for (const [index, pipeline] of node.pipelines.entries()) {
      const operator = index === 0 ? ";" : node.operators[index - 1];
      const { exitCode } = this.shell;
      if ((operator === "&&" && exitCode !== 0) || (operator === "||" && exitCode === 0)) continue;
      if (index < last) await this.inCondition(() => this.#pipeline(pipeline));
      else await this.#pipeline(pipeline);
      if (index === last && this.shell.exitCode !== 0 && !pipeline.negated) await this.#failed(pipeline);
    }
  }

  /** Prints a command for `set -x`. Expands parameters in PS4. */
  async trace(text: string): Promise<void> {
    const prompt = this.shell.get("PS4") ?? "+ ";
    const shown = prompt.includes("$") ? await this.expansion.textOf(prompt) : prompt;
    await this.shell.writeError(`${shown}${text}\n`);
  }

  /** Applies `set -e` and the ERR trap. */
  async #failed(pipeline: PipelineNode): Promise<void> {
    const { shell } = this;
    if (shell.conditionDepth > 0) return;
    // A failure inside a group or a loop was handled there.
    const [command] = pipeline.commands;
    const inside =
      pipeline.commands.length === 1 &&
      command &&
      ["If", "For", "While", "Until", "Case", "Group", "CStyleFor"].includes(command.type);
    if (inside) return;
    if (this.failedInside) return;
    const trap = shell.traps.get("ERR");
    if (trap !== undefined && trap !== "") {
      const { exitCode } = shell;
      await this.runSource(trap);
      shell.exitCode = exitCode;
    }
    if (shell.options.has("errexit")) throw new ExitError(shell.exitCode);
  }

  async inCondition<T>(body: () => Promise<T>): Promise<T> {
    this.shell.conditionDepth += 1;
    try {
      return await body();
    } finally {
      this.shell.conditionDepth -= 1;
    }
  }

  /**
   * Runs at the start of each command: yields to other processes, checks for signals and interrupts, and runs traps.
   */
  async turn(): Promise<void> {
    const { shell } = this;
    const wait = shell.machine.kernel.step(shell.task);
    if (wait) await wait;
    if (shell.interrupted) throw new InterruptError();
    if (shell.task.budget.spent) throw new InterruptError();
    if (shell.pendingTraps.length > 0) await this.runPendingTraps();
  }

  async runPendingTraps(): Promise<void> {
    const { shell } = this;
    for (let name = shell.pendingTraps.shift(); name !== undefined; name = shell.pendingTraps.shift()) {
      const { exitCode } = shell;
      await this.runSource(shell.traps.get(name) ?? "");
      shell.exitCode = exitCode;
    }
  }

  async runExitTrap(code: number): Promise<number> {
    const { shell } = this;
    const trap = shell.traps.get("EXIT");
    shell.traps.delete("EXIT");
    if (trap === undefined || trap === "" || shell.task.signal.aborted) return code;
    shell.exitCode = code;
    try {
      await this.runSource(trap);
    } catch (error) {
      if (error instanceof ExitError) return error.exitCode;
      throw error;
    }
    return code;
  }

  async #pipeline(node: PipelineNode): Promise<void> {
    const { shell } = this;
    const { clock } = shell.machine;
    const startedMs = clock.elapsedMs();
    const busyBefore = shell.task.busyMs;
    if (node.negated) await this.inCondition(() => this.#pipelineCommands(node));
    else await this.#pipelineCommands(node);
    if (node.negated) shell.exitCode = shell.exitCode === 0 ? 1 : 0;
    if (!this.#keepsPipeStatus) this.#setPipeStatus([shell.exitCode]);
    if (node.timed) await this.#showTimes(clock.elapsedMs() - startedMs, shell.task.busyMs - busyBefore);
  }

  async #showTimes(realMs: number, userMs: number): Promise<void> {
    const format = (ms: number) => `${Math.floor(ms / 60_000)}m${((ms % 60_000) / 1000).toFixed(2).padStart(5, "0")}s`;
    await this.shell.writeError(`    ${format(realMs)} real     ${format(userMs)} user     ${format(0)} system\n`);
  }

  async #pipelineCommands(node: PipelineNode): Promise<void> {
    const [only] = node.commands;
    this.#keepsPipeStatus = false;
    if (node.commands.length === 1 && only) return this.command(only);
    if (!only) return;
    const { shell } = this;
    const tasks = await this.#startPipeline(node, false);
    const codes = await waitForeground(shell, tasks, () => pipelineText(node));
    const failed = codes.findLast((code) => code !== 0);
    shell.exitCode = shell.options.has("pipefail") && failed !== undefined ? failed : (codes.at(-1) ?? 0);
    this.#setPipeStatus(codes);
    this.#keepsPipeStatus = true;
  }

  #setPipeStatus(codes: readonly number[]): void {
    const entries = codes.map((code, i): [number, string] => [i, String(code)]);
    this.shell.variables.setArray("PIPESTATUS", entries, false);
  }

  /** Starts all commands of a pipeline at once, each in its own process. */
  async #startPipeline(node: PipelineNode, background: boolean): Promise<Task[]> {
    const tasks: Task[] = [];
    const last = node.commands.length - 1;
    let input: Pipe | undefined;
    for (const [index, command] of node.commands.entries()) {
      const output = index === last ? undefined : new Pipe();
      const from = input;
      const errorsToo = node.pipeStderr?.[index] ?? false;
      tasks.push(
        this.fork(
          async (child) => {
            await child.#simple.runLast(command);
            return child.shell.exitCode;
          },
          {
            groupId: tasks[0]?.groupId,
            background,
            text: "sh",
            prepare: (sub) => connectPipes(sub, from, output, errorsToo, background),
          },
        ),
      );
      input = output;
    }
    return tasks;
  }

  /** Starts a subshell that runs `body` in its own process. */
  fork(body: (child: Executor) => Promise<number>, options: ForkOptions): Task {
    const { shell } = this;
    const ownGroup = shell.options.has("monitor");
    const groupId = options.groupId ?? (ownGroup ? undefined : shell.task.groupId);
    const task = shell.machine.kernel.fork({
      parent: shell.task,
      ...(groupId !== undefined && { groupId }),
      userId: shell.task.userId,
      session: shell.task.session,
      budget: shell.task.budget,
      commandLine: shell.task.commandLine,
    });
    if (ownGroup && !options.background) shell.task.session.foregroundGroup = task.groupId;
    const fds = shell.fds.clone();
    const { machine, name, terminal, cwd } = shell;
    const child = new Shell({ machine, task, fds, name, jobs: new Jobs(), terminal, parent: shell, cwd });
    if (options.background && !ownGroup) {
      task.ignore("INT", true);
      task.ignore("QUIT", true);
    }
    options.prepare?.(child);
    const executor = new Executor(child);
    start(task, fds, () => runToEnd(executor, () => body(executor)));
    return task;
  }

  async #background(node: StatementNode): Promise<void> {
    const { shell } = this;
    const [pipeline] = node.pipelines;
    const single = node.pipelines.length === 1 && pipeline && !pipeline.negated && !pipeline.timed;
    const tasks = single
      ? await this.#startPipeline(pipeline, true)
      : [
          this.fork(
            async (child) => {
              await child.statements([{ ...node, background: false }]);
              return child.shell.exitCode;
            },
            { background: true, text: "sh", prepare: (sub) => connectPipes(sub, undefined, undefined, false, true) },
          ),
        ];
    const text = (node.sourceText ?? "").replace(/\s*&\s*$/, "");
    const job = shell.jobs.add(tasks, text);
    shell.lastBackgroundPid = tasks.at(-1)?.pid;
    if (shell.interactive) await shell.writeError(`[${job.number}] ${shell.lastBackgroundPid}\n`);
    shell.exitCode = 0;
    this.#setPipeStatus([0]);
  }

  async command(node: CommandNode): Promise<void> {
    if (node.type === "SimpleCommand") return this.#simple.run(node);
    if (node.type === "FunctionDef") {
      this.shell.functions.set(node.name, node);
      this.shell.exitCode = 0;
      return;
    }
    if (node.redirections.length === 0) return this.#compound.run(node);
    let undo;
    try {
      undo = await redirect(node.redirections, this.shell.fds, this.shell, this.expansion);
    } catch (error) {
      return this.redirectionFailed(error);
    }
    try {
      await this.#compound.run(node);
    } finally {
      await takeBack(undo, this.shell.fds);
    }
  }

  /** Reports a failed redirection. It ends only its own command. */
  async redirectionFailed(error: unknown): Promise<void> {
    if (!(error instanceof ShellError)) throw error;
    await this.shell.complain(error.message);
    this.shell.exitCode = 1;
  }

  async #substitute(script: ScriptNode): Promise<string> {
    const sink = new CollectingSink(LIMITS.stringBytes);
    const monitor = this.shell.options.has("monitor");
    const file = substitutedFile(script);
    const task = this.fork((child) => (file ? pourFile(child, file) : child.run(script)), {
      text: "sh",
      groupId: this.shell.task.groupId,
      prepare: (sub) => void sub.fds.replace(1, new Descriptor({ sink: overflowing(sink) }))?.release(),
    });
    if (monitor) this.shell.task.session.foregroundGroup = this.shell.task.groupId;
    const letInterrupt = this.shell.holdInterrupt();
    try {
      await untilEnded(this.shell, task);
    } finally {
      letInterrupt([task]);
    }
    this.shell.task.signal.throwIfAborted();
    this.substitutionCode = task.exitCode ?? 0;
    this.shell.exitCode = this.substitutionCode;
    return withoutLastNewlines(sink.text().replaceAll("\0", ""));
  }
}

function withoutLastNewlines(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === NEWLINE) end -= 1;
  return text.slice(0, end);
}
