import { ArithmeticError, evaluate } from "./arithmetic.ts";
import { evaluateCondition } from "./conditions.ts";
import { BreakError, ContinueError, ShellError } from "./control.ts";
import { unmarkedArithmetic } from "./dparen.ts";
import type { Execution } from "./execution.ts";
import { waitForeground } from "./foreground.ts";
import { shellPattern } from "./pattern.ts";
import type { CompoundCommand } from "./syntax-tree.ts";

/** Runs groups, subshells, conditions and loops. The executor handles their redirections. */
export class CompoundCommands {
  readonly #executor: Execution;

  constructor(executor: Execution) {
    this.#executor = executor;
  }

  async run(node: CompoundCommand): Promise<void> {
    const { shell } = this.#executor;
    if (node.type !== "Group") shell.exitCode = node.type === "If" || node.type === "Case" ? shell.exitCode : 0;
    switch (node.type) {
      case "Group":
        return this.#executor.statements(node.body);
      case "Subshell": {
        const task = this.#executor.fork(
          async (child) => {
            await child.statements(node.body);
            return child.shell.exitCode;
          },
          { text: "sh" },
        );
        [shell.exitCode = 0] = await waitForeground(shell, [task], () => "( … )");
        return;
      }
      case "If": {
        for (const { condition, body } of node.clauses) {
          await this.#executor.inCondition(() => this.#executor.statements(condition));
          if (shell.exitCode === 0) return this.#executor.statements(body);
        }
        // `$?` in `else` is the exit code of the last condition.
        if (node.elseBody) return this.#executor.statements(node.elseBody);
        shell.exitCode = 0;
        return;
      }
      case "While":
      case "Until": {
        let code = 0;
        await this.#loop(async () => {
          await this.#executor.inCondition(() => this.#executor.statements(node.condition));
          if ((shell.exitCode === 0) !== (node.type === "While")) return false;
          await this.#executor.statements(node.body);
          code = shell.exitCode;
          return true;
        });
        shell.exitCode = code;
        return;
      }
      case "For": {
        const values = node.words ? await this.#executor.expansion.fields(node.words) : shell.positional.slice();
        let next = 0;
        return this.#loop(async () => {
          const value = values[next++];
          if (value === undefined) return false;
          shell.variables.set(node.variable, value);
          await this.#executor.statements(node.body);
          return true;
        });
      }
      case "CStyleFor":
        throw new ShellError("syntax error: unexpected '(('");
      case "Case":
        return this.#case(node);
      case "ArithmeticCommand":
        if (shell.options.has("xtrace")) await this.#executor.trace(`let ${unmarkedArithmetic(node.expression)}`);
        return this.#arithmetic(node);
      case "ConditionalCommand":
        shell.exitCode = (await evaluateCondition(node.expression, shell, this.#executor.expansion)) ? 0 : 1;
    }
  }

  /** Runs an arithmetic command. An invalid expression makes the command fail, but does not end the shell. */
  async #arithmetic({ expression }: Extract<CompoundCommand, { type: "ArithmeticCommand" }>): Promise<void> {
    const { shell, expansion } = this.#executor;
    try {
      shell.exitCode = (await evaluate(expression, expansion.arithmetic)) === 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof ArithmeticError)) throw error;
      await shell.complain(error.message);
      shell.exitCode = 2;
    }
  }

  /** Repeats the step until it returns false. Handles `break` and `continue`. */
  async #loop(step: () => Promise<boolean>): Promise<void> {
    const { shell } = this.#executor;
    shell.loopDepth += 1;
    try {
      for (;;) {
        await this.#executor.turn();
        try {
          if (!(await step())) return;
        } catch (error) {
          if (!(error instanceof BreakError || error instanceof ContinueError)) throw error;
          error.levels -= 1;
          if (error.levels > 0 && shell.loopDepth > 1) throw error;
          if (error instanceof BreakError) return;
        }
      }
    } finally {
      shell.loopDepth -= 1;
    }
  }

  async #case({ word, items }: Extract<CompoundCommand, { type: "Case" }>): Promise<void> {
    const text = await this.#executor.expansion.text(word);
    this.#executor.shell.exitCode = 0;
    let fallsThrough = false;
    for (const { patterns, body, terminator } of items) {
      let matches = fallsThrough;
      for (const pattern of patterns)
        matches ||= shellPattern(await this.#executor.expansion.pattern(pattern)).test(text);
      if (!matches) continue;
      await this.#executor.statements(body);
      if (terminator === ";;") return;
      fallsThrough = terminator === ";&";
    }
  }
}
