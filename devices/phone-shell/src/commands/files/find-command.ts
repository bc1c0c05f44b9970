import { FileError } from "@terrarium/device-files/file-error";
import { isFolder, type ShellFileStatus } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { FindExpression, QuitError } from "./find-expression.ts";
import type { Test } from "./find-tests.ts";

/** Walks folders and tests their entries. */
class FindWalk {
  readonly #process: Process;
  readonly #expression: FindExpression;
  readonly #test: Test;
  readonly #follow: boolean;

  /** `follow`: whether links stand for their targets. */
  constructor(process: Process, expression: FindExpression, follow: boolean) {
    this.#process = process;
    this.#expression = expression;
    this.#test = expression.parse();
    this.#follow = follow;
  }

  async visit(path: string, depth: number): Promise<void> {
    const { files } = this.#process;
    const expression = this.#expression;
    await this.#process.pause();
    let status: ShellFileStatus;
    try {
      status = await files.status(path, this.#follow).catch(() => files.status(path, false));
    } catch (error) {
      return this.#complain(path, error);
    }
    expression.pruned = false;
    if (!expression.depthFirst) await this.#check(path, status, depth);
    if (isFolder(status) && depth < expression.maxDepth && !expression.pruned) await this.#visitFolder(path, depth);
    if (expression.depthFirst) await this.#check(path, status, depth);
  }

  async #visitFolder(path: string, depth: number): Promise<void> {
    try {
      for (const name of await this.#process.files.names(path))
        await this.visit(`${path.replace(/\/$/, "")}/${name}`, depth + 1);
    } catch (error) {
      await this.#complain(path, error);
    }
  }

  async #check(path: string, status: ShellFileStatus, depth: number): Promise<void> {
    if (depth < this.#expression.minDepth) return;
    try {
      const matches = await this.#test({ path, status, depth });
      if (matches && !this.#expression.acts) await this.#process.stdout.write(`${path}\n`);
    } catch (error) {
      await this.#complain(path, error);
    }
  }

  async #complain(path: string, error: unknown): Promise<void> {
    if (!(error instanceof FileError)) throw error;
    await this.#process.stderr.write(`find: '${path}': ${error.text}\n`);
    this.#expression.exitCode = 1;
  }
}

async function runFind(process: Process): Promise<number> {
  const args = [...process.args];
  const follow = args[0] === "-L";
  if (/^-[HLP]$/.test(args[0] ?? "")) args.shift();
  const start = args.findIndex((arg) => /^[-!()]/.test(arg));
  const roots = start < 0 ? args : args.slice(0, start);
  const expression = new FindExpression(process, start < 0 ? [] : args.slice(start));
  const walk = new FindWalk(process, expression, follow);
  try {
    for (const root of roots.length > 0 ? roots : ["."]) await walk.visit(root, 0);
  } catch (error) {
    if (!(error instanceof QuitError)) throw error;
  }
  for (const { words, paths } of expression.batches) {
    if (paths.length > 0 && (await process.spawn([...words, ...paths]).exited) !== 0) expression.exitCode = 1;
  }
  return expression.exitCode;
}

export const FIND_COMMAND: ShellCommand = { name: "find", run: runFind };
