import { posix } from "node:path";
import { CommandError } from "../../command-error.ts";
import { isLink } from "../../files/process-files.ts";
import type { Process } from "../../process.ts";
import { byteCharacter } from "../../streams/text-bytes.ts";
import { formatDate } from "../../text/date-format.ts";
import { unescapeText } from "../../text/escapes.ts";
import { modeText, sectorsOf } from "../../text/mode-text.ts";
import { timeZone } from "../../text/time-zone.ts";
import { fileTest, type Found, type Test } from "./find-tests.ts";

/** Thrown by `-quit` to end the search. */
export class QuitError extends Error {}

/** Parses and evaluates an expression of `find`: primaries, `!`, `-a`, `-o`, parentheses. */
export class FindExpression {
  readonly #process: Process;
  readonly #args: readonly string[];
  #at = 0;
  /** Whether the expression has an action, so that matches are not printed by default. */
  acts = false;
  depthFirst = false;
  minDepth = 0;
  maxDepth = Infinity;
  /** Whether the search skips the contents of the folder that was tested last. */
  pruned = false;
  exitCode = 0;
  /** Commands of `-exec … +`. They run at the end. */
  readonly batches: { words: string[]; paths: string[] }[] = [];

  constructor(process: Process, args: readonly string[]) {
    this.#process = process;
    this.#args = args;
  }

  /** Parses the whole expression into one test. Throws CommandError. */
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
    const makeTest = fileTest(name);
    if (makeTest) return makeTest(() => this.#next(), this.#process);
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
        let zone: Promise<string> | undefined;
        return async (found) => {
          const { path, status } = found;
          const target = /%-?\d*l/.test(format) && isLink(status) ? await files.readLink(path) : "";
          await stdout.write(formatFound(format, found, { target, zone: await (zone ??= timeZone(this.#process)) }));
          return true;
        };
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
      case "-okdir":
        return this.#exec(name.startsWith("-ok"), name.endsWith("dir"));
      default:
        throw new CommandError(`find: bad arg '${name}'`);
    }
  }

  /**
   * Makes a test that runs a command. If `asks`, runs it only after a "yes". If `inFolder`, runs it in the file's
   * folder, with the base name.
   */
  #exec(asks: boolean, inFolder: boolean): Test {
    const words: string[] = [];
    for (let word = this.#args[this.#at++]; word !== ";"; word = this.#args[this.#at++]) {
      if (word === undefined) throw new CommandError("find: -exec without \\;");
      if (word === "+" && words.at(-1) === "{}") {
        if (asks || inFolder) break;
        const batch = { words: words.slice(0, -1), paths: [] as string[] };
        this.batches.push(batch);
        return async ({ path }) => batch.paths.push(path) > 0;
      }
      words.push(word);
    }
    return async ({ path }) => {
      const name = inFolder ? posix.basename(path) || "/" : path;
      if (asks && !(await this.#says(`[${words[0]}] ${name}`))) return false;
      const args = words.map((word) => word.replaceAll("{}", () => name));
      const cwd = inFolder ? posix.resolve(this.#process.cwd, posix.dirname(path)) : this.#process.cwd;
      return (await this.#process.spawn(args, { cwd }).exited) === 0;
    };
  }

  /** Asks a question and reads the response from a line of input. */
  async #says(question: string): Promise<boolean> {
    const { stdin, stderr } = this.#process;
    await stderr.write(`${question} (y/N):`);
    let answer = "";
    for (let read = await stdin.read(1); read && read[0] !== NEWLINE; read = await stdin.read(1))
      answer += String.fromCharCode(...read);
    return /^\s*y/i.test(answer);
  }
}

const NEWLINE = 10;

function formatFound(
  format: string,
  { path, status, depth }: Found,
  { target, zone }: { target: string; zone: string },
): string {
  const base = path.split("/").at(-1) ?? "";
  const codes: Record<string, string> = {
    p: path,
    // The path relative to the start of the search.
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
    t: formatDate("%a %b %e %H:%M:%S.%N %Y", status.modifiedAtMs, zone),
    b: String(sectorsOf(isLink(status) ? 0 : status.sizeBytes)),
    G: String(status.groupId),
    l: target,
    "T@": (status.modifiedAtMs / 1000).toFixed(9),
    U: String(status.userId),
    Z: status.label,
    "%": "%",
  };
  // One pass, so that a code in a name is not replaced.
  return format.replace(
    /%(-?)(\d*)(T@|[a-zA-Z%])|\\([0-7]{1,3})|\\(?:x[0-9a-fA-F]{1,2}|[^])/g,
    (
      token,
      left: string | undefined,
      width: string | undefined,
      code: string | undefined,
      octal: string | undefined,
    ) => {
      if (octal !== undefined) return byteCharacter(parseInt(octal, 8) & 0xff);
      if (code === undefined) return unescapeText(token).text;
      const text = codes[code];
      if (text === undefined) throw new CommandError(`find: bad -printf %${code}`);
      return left === "-" ? text.padEnd(Number(width)) : text.padStart(Number(width));
    },
  );
}
