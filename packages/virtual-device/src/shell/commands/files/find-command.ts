import { FileError } from "../../../files/file-error.ts";
import { patternRegExp } from "../../executor/pattern.ts";
import { isFolder, type ShellFileStatus } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { CommandError } from "../command.ts";
import { formatDate } from "../system/date-format.ts";
import { modeText } from "./mode-text.ts";

interface Found {
  path: string;
  status: ShellFileStatus;
  depth: number;
}

type Test = (found: Found) => Promise<boolean>;

const typeBits: Readonly<Record<string, number>> = {
  f: 0o100000,
  d: 0o040000,
  l: 0o120000,
  c: 0o020000,
  b: 0o060000,
  p: 0o010000,
  s: 0o140000,
};
const dayMs = 86_400_000;

/** An expression of `find`, taken apart as it is evaluated: primaries, `!`, `-a`, `-o`, parentheses. */
class FindExpression {
  readonly #process: Process;
  readonly #args: readonly string[];
  #at = 0;
  acts = false;
  depthFirst = false;
  minDepth = 0;
  maxDepth = Infinity;
  pruned = false;
  exitCode = 0;
  /** Commands of `-exec … +`, run at the end. */
  readonly batches: { words: string[]; paths: string[] }[] = [];

  constructor(process: Process, args: readonly string[]) {
    this.#process = process;
    this.#args = args;
  }

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
    const { stdout, files } = this.#process;
    const action = (work: Test): Test => {
      this.acts = true;
      return work;
    };
    switch (name) {
      case "-name":
      case "-iname": {
        const expression = caseless(this.#next(), name === "-iname");
        return async ({ path }) =>
          expression.test(path === "/" ? path : (path.replace(/\/+$/, "").split("/").at(-1) ?? ""));
      }
      case "-path":
      case "-wholename":
      case "-ipath": {
        const expression = caseless(this.#next(), name === "-ipath");
        return async ({ path }) => expression.test(path);
      }
      case "-type": {
        const types = new Set(
          this.#next()
            .split(",")
            .map((letter) => typeBits[letter]),
        );
        return async ({ status }) => types.has(status.mode & 0o170000);
      }
      case "-size":
        return this.#number(({ status }, unit) => Math.ceil(status.sizeBytes / unit), true);
      case "-mtime":
        return this.#number(({ status }) => Math.floor((Date.now() - status.modifiedAtMs) / dayMs));
      case "-mmin":
        return this.#number(({ status }) => Math.floor((Date.now() - status.modifiedAtMs) / 60_000));
      case "-atime":
        return this.#number(({ status }) => Math.floor((Date.now() - status.accessedAtMs) / dayMs));
      case "-newer": {
        const reference = files.status(this.#next());
        reference.catch(() => undefined);
        return async ({ status }) => status.modifiedAtMs > (await reference).modifiedAtMs;
      }
      case "-perm": {
        const [, mark = "", octal = "0"] = /^([-/]?)([0-7]+)$/.exec(this.#next()) ?? [];
        const bits = parseInt(octal, 8);
        return async ({ status }) =>
          mark === "-"
            ? (status.mode & bits) === bits
            : mark === "/"
              ? (status.mode & bits) !== 0
              : (status.mode & 0o7777) === bits;
      }
      case "-user": {
        const user = this.#next();
        return async ({ status }) => status.userName === user || String(status.userId) === user;
      }
      case "-group": {
        const group = this.#next();
        return async ({ status }) => status.groupName === group || String(status.groupId) === group;
      }
      case "-empty":
        return async ({ path, status }) =>
          isFolder(status) ? (await files.names(path)).length === 0 : status.sizeBytes === 0;
      case "-true":
        return async () => true;
      case "-false":
        return async () => false;
      case "-maxdepth":
        this.maxDepth = Number(this.#next());
        return async () => true;
      case "-mindepth":
        this.minDepth = Number(this.#next());
        return async () => true;
      case "-depth":
        this.depthFirst = true;
        return async () => true;
      case "-xdev":
      case "-mount":
        return async () => true;
      case "-prune":
        return async () => (this.pruned = true);
      case "-print":
        return action(async ({ path }) => stdout.write(`${path}\n`).then(() => true));
      case "-print0":
        return action(async ({ path }) => stdout.write(`${path}\0`).then(() => true));
      case "-printf": {
        const format = this.#next();
        return action(async (found) => stdout.write(formatFound(format, found)).then(() => true));
      }
      case "-quit":
        return action(async () => {
          throw new QuitError();
        });
      case "-delete":
        this.depthFirst = true;
        return action(async ({ path }) => {
          await files.remove(path);
          return true;
        });
      case "-exec":
      case "-ok":
      case "-execdir":
        return action(this.#exec());
      default:
        throw new CommandError(`find: bad arg '${name}'`);
    }
  }

  #number(value: (found: Found, unit: number) => number, sized = false): Test {
    const text = this.#next();
    const [, sign = "", digits, letter = ""] = /^([-+]?)(\d+)([ckMGwb]?)$/.exec(text) ?? [];
    if (digits === undefined) throw new CommandError(`find: not integer: ${text}`);
    const unit = sized ? ({ c: 1, w: 2, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 }[letter] ?? 512) : 1;
    return async (found) => {
      const actual = value(found, unit);
      return sign === "+"
        ? actual > Number(digits)
        : sign === "-"
          ? actual < Number(digits)
          : actual === Number(digits);
    };
  }

  #exec(): Test {
    const words: string[] = [];
    for (let word = this.#next(); word !== ";"; word = this.#next()) {
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

class QuitError extends Error {}

function caseless(pattern: string, ignoreCase: boolean): RegExp {
  const expression = patternRegExp(pattern);
  return ignoreCase ? new RegExp(expression.source, `${expression.flags}i`) : expression;
}

function formatFound(format: string, { path, status, depth }: Found): string {
  const base = path.split("/").at(-1) ?? "";
  const codes: Record<string, string> = {
    p: path,
    P: path,
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

async function runFind(process: Process): Promise<number> {
  const args = [...process.args];
  const follow = args[0] === "-L";
  if (/^-[HLP]$/.test(args[0] ?? "")) args.shift();
  const start = args.findIndex((arg) => /^[-!()]/.test(arg));
  const roots = start < 0 ? args : args.slice(0, start);
  const expression = new FindExpression(process, start < 0 ? [] : args.slice(start));
  const test = expression.parse();
  const visit = async (path: string, depth: number): Promise<void> => {
    await process.pause();
    let status: ShellFileStatus;
    try {
      status = await process.files.status(path, follow).catch(() => process.files.status(path, false));
    } catch (error) {
      return complain(path, error);
    }
    const check = async () => {
      if (depth < expression.minDepth) return;
      try {
        if ((await test({ path, status, depth })) && !expression.acts) await process.stdout.write(`${path}\n`);
      } catch (error) {
        await complain(path, error);
      }
    };
    expression.pruned = false;
    if (!expression.depthFirst) await check();
    if (isFolder(status) && depth < expression.maxDepth && !expression.pruned) {
      try {
        for (const name of await process.files.names(path))
          await visit(`${path.replace(/\/$/, "")}/${name}`, depth + 1);
      } catch (error) {
        await complain(path, error);
      }
    }
    if (expression.depthFirst) await check();
  };
  const complain = async (path: string, error: unknown): Promise<void> => {
    if (!(error instanceof FileError)) throw error;
    await process.stderr.write(`find: ${path}: ${error.text}\n`);
    expression.exitCode = 1;
  };
  try {
    for (const root of roots.length > 0 ? roots : ["."]) await visit(root, 0);
  } catch (error) {
    if (!(error instanceof QuitError)) throw error;
  }
  for (const { words, paths } of expression.batches) {
    if (paths.length > 0 && (await process.spawn([...words, ...paths]).exited) !== 0) expression.exitCode = 1;
  }
  return expression.exitCode;
}

export const findCommand: ShellCommand = { name: "find", run: runFind };
