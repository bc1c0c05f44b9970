import { FileError } from "@terrarium/device-files/file-error";
import { LIMITS } from "../limits.ts";
import { assignAll } from "./assignments.ts";
import type { Builtin } from "./builtin.ts";
import { findExecutable } from "./commands.ts";
import { ReturnError, ShellError } from "./control.ts";
import type { Execution } from "./execution.ts";
import { waitForeground } from "./foreground.ts";
import type { Executable, Launch } from "./machine.ts";
import { quoteForShell } from "./parameter.ts";
import { keep, redirect, takeBack } from "./redirections.ts";
import { start } from "./run-process.ts";
import { simpleText } from "./syntax-tree.ts";
import {
  literalText,
  type CommandNode,
  type FunctionNode,
  type RedirectionNode,
  type SimpleCommandNode,
  type WordNode,
} from "./syntax-tree.ts";
import { parseScript } from "./syntax.ts";

/** Expands an alias of several commands. Words and redirections after the alias go to its last command. */
function withLastCommand(group: CommandNode | undefined, rest: SimpleCommandNode): CommandNode {
  if (group?.type !== "Group") return rest;
  const statement = group.body.at(-1);
  const pipeline = statement?.pipelines.at(-1);
  const last = pipeline?.commands.at(-1);
  if (!statement || !pipeline || last?.type !== "SimpleCommand") return group;
  const whole = {
    ...last,
    args: [...last.args, ...rest.args],
    redirections: [...last.redirections, ...rest.redirections],
  };
  const pipelines = [
    ...statement.pipelines.slice(0, -1),
    { ...pipeline, commands: [...pipeline.commands.slice(0, -1), whole] },
  ];
  return { ...group, body: [...group.body.slice(0, -1), { ...statement, pipelines }] };
}

/** Turns larger file numbers into words. mksh supports 0 to 9, so in `echo 10>f` the number is a word. */
function withOneDigitNumbers(node: SimpleCommandNode): SimpleCommandNode {
  const isLarge = ({ fd, fdVariable }: RedirectionNode) => fdVariable === undefined && (fd ?? 0) > 9;
  if (!node.redirections.some(isLarge)) return node;
  const words = node.redirections
    .filter(isLarge)
    .map(({ fd }): WordNode => ({ type: "Word", parts: [{ type: "Literal", value: String(fd) }] }));
  const redirections = node.redirections.map((each) => (isLarge(each) ? { ...each, fd: null } : each));
  return { ...node, args: [...node.args, ...words], redirections };
}

/** Runs simple commands: aliases, assignments, functions, builtins and programs. */
export class SimpleCommands {
  readonly #executor: Execution;

  constructor(executor: Execution) {
    this.#executor = executor;
  }

  get #shell() {
    return this.#executor.shell;
  }

  /** Runs the last command of its process. A program replaces the process. */
  async runLast(node: CommandNode): Promise<void> {
    if (node.type === "SimpleCommand") return this.run(node, true);
    // The process is already a subshell.
    if (node.type === "Subshell") return this.#executor.command({ ...node, type: "Group" });
    return this.#executor.command(node);
  }

  async run(source: SimpleCommandNode, last = false): Promise<void> {
    const shell = this.#shell;
    if (source.line) shell.line = source.line;
    const node = this.#withoutAlias(withOneDigitNumbers(source));
    if (node.type !== "SimpleCommand") return this.#executor.command(node);
    this.#executor.substitutionCode = undefined;
    this.#executor.failedInside = false;
    const words = node.name ? [node.name, ...node.args] : node.args;
    const [name, ...args] = await this.#executor.expansion.fields(words);
    shell.throwIfInterrupted();
    if (name === undefined) return this.#assignOnly(node);
    if (shell.options.has("xtrace")) await this.#trace([name, ...args]);
    const special = this.#executor.specialBuiltins.get(name);
    if (special) return this.#runBuiltin(special, name, args, node, true);
    const definition = shell.functions.get(name);
    if (definition) return this.#inShell(node, () => this.#call(definition, args));
    const builtin = this.#executor.builtins.get(name);
    if (builtin) return this.#runBuiltin(builtin, name, args, node, false);
    return this.#runProgram(node, name, args, last);
  }

  /** Runs words as `command` does, ignoring functions. If `last`, as `exec` does. */
  async runWords(words: readonly string[], last = false): Promise<void> {
    const [name = "", ...args] = words;
    const builtin = this.#executor.specialBuiltins.get(name) ?? this.#executor.builtins.get(name);
    const node: SimpleCommandNode = { type: "SimpleCommand", name: null, args: [], assignments: [], redirections: [] };
    if (builtin) this.#shell.exitCode = await builtin({ executor: this.#executor, shell: this.#shell, name, args });
    else await this.#runProgram(node, name, args, last);
  }

  #withoutAlias(node: SimpleCommandNode): CommandNode {
    const { aliases } = this.#shell;
    if (aliases.size === 0 || !node.name) return node;
    let current = node;
    const seen = new Set<string>();
    for (;;) {
      const name = current.name && literalText(current.name);
      const text = name && !seen.has(name) ? aliases.get(name) : undefined;
      if (!name || text === undefined) return current;
      seen.add(name);
      const script = parseScript(text);
      const command = script.statements.length === 1 ? script.statements[0]?.pipelines[0]?.commands[0] : undefined;
      if (command?.type !== "SimpleCommand" || (script.statements[0]?.pipelines.length ?? 0) > 1) {
        return withLastCommand(parseScript(`{ ${text} ; }`).statements[0]?.pipelines[0]?.commands[0], current);
      }
      current = {
        ...command,
        assignments: [...command.assignments, ...current.assignments],
        args: [...command.args, ...current.args],
        redirections: [...command.redirections, ...current.redirections],
      };
    }
  }

  async #trace(words: readonly string[]): Promise<void> {
    await this.#executor.trace(words.map(quoteForShell).join(" "));
  }

  async #assignOnly(node: SimpleCommandNode): Promise<void> {
    const shell = this.#shell;
    await this.#inShell(node, async () => {
      shell.exitCode = 0;
      const done = await assignAll(node.assignments, shell, this.#executor.expansion);
      if (shell.options.has("xtrace")) await this.#executor.trace(`${done.join(" ")} `);
      shell.exitCode = this.#executor.substitutionCode ?? 0;
    });
  }

  /**
   * Runs a builtin or function with the command's redirections. A failed redirection of a special builtin ends the
   * shell.
   */
  async #inShell(node: SimpleCommandNode, body: () => Promise<void>, special = false): Promise<void> {
    const { shell, expansion } = this.#executor;
    let undo;
    try {
      undo = await redirect(node.redirections, shell.fds, shell, expansion);
    } catch (error) {
      if (special) throw error;
      return this.#executor.redirectionFailed(error);
    }
    const restore = node.name ? await this.#assignForCommand(node) : () => undefined;
    try {
      await body();
    } finally {
      restore();
      await takeBack(undo, shell.fds);
    }
  }

  /** Sets and exports the variables of `x=1 command`. The returned function restores the previous ones. */
  async #assignForCommand(node: SimpleCommandNode): Promise<() => void> {
    const { shell, expansion } = this.#executor;
    if (node.assignments.length === 0) return () => undefined;
    const before = node.assignments.map(({ name }) => {
      const variable = shell.variables.find(name);
      return { name, variable: variable && { ...variable, values: variable.values.slice() } };
    });
    await assignAll(node.assignments, shell, expansion);
    for (const { name } of node.assignments) shell.variables.mark(name, { exported: true });
    return () => {
      for (const { name, variable } of before) {
        if (variable) shell.variables.mark(name, variable);
        else shell.variables.unset(name);
      }
    };
  }

  async #runBuiltin(
    builtin: Builtin,
    name: string,
    args: string[],
    node: SimpleCommandNode,
    special: boolean,
  ): Promise<void> {
    const { shell, expansion } = this.#executor;
    const context = { executor: this.#executor, shell, name, args };
    if (name === "exec") return this.#exec(node, args);
    if (special) {
      await assignAll(node.assignments, shell, expansion);
      return this.#inShell(
        { ...node, assignments: [] },
        async () => {
          shell.exitCode = await runWithWords(builtin, context);
        },
        true,
      );
    }
    return this.#inShell(node, async () => {
      try {
        shell.exitCode = await runWithWords(builtin, context);
      } catch (error) {
        // A failed builtin does not end the shell.
        if (!(error instanceof ShellError)) throw error;
        await shell.complain(error.message);
        shell.exitCode = error.exitCode;
      }
    });
  }

  /** `exec`: makes the redirections permanent, or replaces the process by a program. */
  async #exec(node: SimpleCommandNode, args: string[]): Promise<void> {
    const { shell, expansion } = this.#executor;
    await assignAll(node.assignments, shell, expansion);
    await keep(await redirect(node.redirections, shell.fds, shell, expansion));
    shell.exitCode = 0;
    if (args.length === 0) return;
    // The shell ends here without running its EXIT trap.
    shell.traps.delete("EXIT");
    await this.runWords(args, true);
    throw new ReturnError(shell.exitCode);
  }

  async #call(definition: FunctionNode, args: string[]): Promise<void> {
    const { shell } = this.#executor;
    if (shell.functionDepth >= LIMITS.functionDepth)
      throw new ShellError(`${definition.name}: too many nested function calls`);
    const { positional, loopDepth } = shell;
    shell.positional = args;
    shell.functionDepth += 1;
    shell.loopDepth = 0;
    shell.variables.enterFunction();
    try {
      await this.#executor.command({
        ...definition.body,
        redirections: [...definition.body.redirections, ...definition.redirections],
      });
      this.#executor.failedInside = shell.exitCode !== 0;
    } catch (error) {
      if (!(error instanceof ReturnError)) throw error;
      this.#executor.failedInside = false;
      shell.exitCode = error.exitCode;
    } finally {
      shell.variables.leaveFunction();
      shell.functionDepth -= 1;
      shell.loopDepth = loopDepth;
      shell.positional = positional;
    }
  }

  async #runProgram(node: SimpleCommandNode, name: string, args: string[], last: boolean): Promise<void> {
    const { shell, expansion } = this.#executor;
    const env = shell.variables.exported();
    const fds = shell.fds.clone();
    let executable: Executable;
    try {
      await redirect(node.redirections, fds, shell, expansion).then(keep);
      for (const assignment of node.assignments)
        env[assignment.name] = assignment.value ? await expansion.text(assignment.value) : "";
    } catch (error) {
      await fds.closeAll();
      return this.#executor.redirectionFailed(error);
    }
    try {
      executable = await findExecutable(
        name,
        env["PATH"] ?? shell.get("PATH") ?? "/system/bin",
        shell.machine,
        shell.files,
      );
    } catch (error) {
      if (!(error instanceof ShellError)) throw error;
      await fds
        .get(2)
        ?.sink?.write(`${shell.messagePrefix()}${error.message}\n`)
        .catch(() => undefined);
      await fds.closeAll();
      shell.exitCode = error.exitCode;
      return;
    }
    await this.#launch(executable, { name, args, env, fds, last, text: () => simpleText(node) });
  }

  async #launch(
    executable: Executable,
    {
      name,
      args,
      env,
      fds,
      last,
      text,
    }: Pick<Launch, "name" | "args" | "env" | "fds"> & { last: boolean; text: () => string },
  ): Promise<void> {
    const { shell } = this.#executor;
    const { machine, cwd, terminal: tty } = shell;
    if (last) {
      // The process closes its own files, because a reader must see the end when the program ends.
      await shell.fds.become(fds);
      const launch: Launch = { machine, task: shell.task, fds: shell.fds, name, args, env, cwd, tty };
      shell.exitCode = await machine.execute(executable, launch);
      return;
    }
    const monitor = shell.options.has("monitor");
    const task = machine.kernel.fork({
      parent: shell.task,
      ...(!monitor && { groupId: shell.task.groupId }),
      userId: shell.task.userId,
      session: shell.task.session,
      budget: shell.task.budget,
      commandLine: [name, ...args],
    });
    if (monitor) shell.task.session.foregroundGroup = task.groupId;
    start(task, fds, () => machine.execute(executable, { machine, task, fds, name, args, env, cwd, tty }));
    [shell.exitCode = 0] = await waitForeground(shell, [task], text);
  }
}

/** Runs a builtin. If it cannot write because the device is full, throws a ShellError with mksh's message. */
async function runWithWords(builtin: Builtin, context: Parameters<Builtin>[0]): Promise<number> {
  try {
    return await builtin(context);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ShellError(`${context.name}: write: ${error.text}`);
  }
}
