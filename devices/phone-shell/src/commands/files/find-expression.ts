import { CommandError } from "../../command-error.ts";
import type { Process } from "../../process.ts";
import { formatDate } from "../../text/date-format.ts";
import { modeText } from "../../text/mode-text.ts";
import { fileTests, type Found, type Test } from "./find-tests.ts";

/** `-quit`: the search ends. */
export class QuitError extends Error {}

/** An expression of `find`, taken apart as it is evaluated: primaries, `!`, `-a`, `-o`, parentheses. */
export class FindExpression {
  readonly #process: Process;
  readonly #args: readonly string[];
  #at = 0;
  /** Whether it prints or does something itself, so that what it finds is not printed. */
  acts = false;
  depthFirst = false;
  minDepth = 0;
  maxDepth = Infinity;
  /** Whether the folder that was tested last is not to be gone into. */
  pruned = false;
  exitCode = 0;
  /** Commands of `-exec … +`, run at the end. */
  readonly batches: { words: string[]; paths: string[] }[] = [];

  constructor(process: Process, args: readonly string[]) {
    this.#process = process;
    this.#args = args;
  }

  /** Gives the test that the whole expression is. Throws CommandError. */
  parse(): Test {
    if (this.#args.length === 0) return async () => true;
    const test = this.#or();
    const rest = this.#args[this.#at];
    if (rest !== undefined) throw new CommandError(`find: bad arg '${rest}'`);
    return test;
  }

  #next(): string {
    const arg = this.#args[this.#at++];
    if (arg === undefined) throw new CommandError(`find: '${this.#args.at(-1)}' needs 1 arg`);
    return arg;
  }

  #number(): number {
    const text = this.#next();
    if (!/^\d+$/.test(text)) throw new CommandError(`find: not integer: ${text}`);
    return Number(text);
  }

  #or(): Test {
    let left = this.#and();
    while (["-o", "-or"].includes(this.#args[this.#at] ?? "")) {
      this.#at += 1;
      const [first, second] = [left, this.#and()];
      left = async (found) => (await first(found)) || second(found);
    }
    return left;
  }

  #and(): Test {
    let left = this.#not();
    for (;;) {
      const arg = this.#args[this.#at];
      if (arg === undefined || ["-o", "-or", ")"].includes(arg)) return left;
      if (arg === "-a" || arg === "-and") this.#at += 1;
      const [first, second] = [left, this.#not()];
      left = async (found) => (await first(found)) && second(found);
    }
  }

  #not(): Test {
    const arg = this.#args[this.#at];
    if (arg === "!" || arg === "-not") {
      this.#at += 1;
      const inner = this.#not();
      return async (found) => !(await inner(found));
    }
    if (arg === "(") {
      this.#at += 1;
      const inner = this.#or();
      if (this.#args[this.#at++] !== ")") throw new CommandError("find: need )");
      return inner;
    }
    return this.#primary(this.#next());
  }

  #primary(name: string): Test {
    const makeTest = fileTests.get(name);
    if (makeTest) return makeTest(() => this.#next(), this.#process.files);
    switch (name) {
      case "-maxdepth":
        this.maxDepth = this.#number();
        return async () => true;
      case "-mindepth":
        this.minDepth = this.#number();
        return async () => true;
      case "-depth":
        this.depthFirst = true;
        return async () => true;
      case "-prune":
        return async () => (this.pruned = true);
      default: {
        const action = this.#action(name);
        this.acts = true;
        return action;
      }
    }
  }

  #action(name: string): Test {
    const { stdout, files } = this.#process;
    switch (name) {
      case "-print":
        return async ({ path }) => stdout.write(`${path}\n`).then(() => true);
      case "-print0":
        return async ({ path }) => stdout.write(`${path}\0`).then(() => true);
      case "-printf": {
        const format = this.#next();
        return async (found) => stdout.write(formatFound(format, found)).then(() => true);
      }
      case "-quit":
        return async () => {
          throw new QuitError();
        };
      case "-delete":
        this.depthFirst = true;
        return async ({ path }) => {
          await files.remove(path);
          return true;
        };
      case "-exec":
      case "-ok":
      case "-execdir":
        return this.#exec();
      default:
        throw new CommandError(`find: bad arg '${name}'`);
    }
  }

  #exec(): Test {
    const words: string[] = [];
    for (let word = this.#args[this.#at++]; word !== ";"; word = this.#args[this.#at++]) {
      if (word === undefined) throw new CommandError("find: -exec without \\;");
      if (word === "+" && words.at(-1) === "{}") {
        const batch = { words: words.slice(0, -1), paths: [] as string[] };
        this.batches.push(batch);
        return async ({ path }) => batch.paths.push(path) > 0;
      }
      words.push(word);
    }
    return async ({ path }) =>
      (await this.#process.spawn(words.map((word) => word.replaceAll("{}", () => path))).exited) === 0;
  }
}

function formatFound(format: string, { path, status, depth }: Found): string {
  const base = path.split("/").at(-1) ?? "";
  const codes: Record<string, string> = {
    p: path,
    // Without the place where the search began.
    P: depth === 0 ? "" : path.split("/").slice(-depth).join("/"),
    f: base,
    h: path.slice(0, -base.length - 1) || ".",
    s: String(status.sizeBytes),
    m: (status.mode & 0o7777).toString(8),
    M: modeText(status.mode),
    u: status.userName,
    g: status.groupName,
    d: String(depth),
    i: String(status.inode),
    y: modeText(status.mode).charAt(0).replace("-", "f"),
    t: formatDate("%a %b %e %H:%M:%S.%N %Y", status.modifiedAtMs, "UTC"),
    "%": "%",
  };
  return format
    .replace(/%T@/g, (status.modifiedAtMs / 1000).toFixed(9))
    .replace(/%([a-zA-Z%])/g, (token, code: string) => codes[code] ?? token)
    .replace(/\\([nt0\\])/g, (_, code: string) => ({ n: "\n", t: "\t", "0": "\0" })[code] ?? "\\");
}
