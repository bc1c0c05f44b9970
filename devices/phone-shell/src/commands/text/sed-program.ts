import { CommandError } from "../../command-error.ts";
import { LIMITS } from "../../limits.ts";
import { encodeText } from "../../streams/text-bytes.ts";
import type { Regex } from "./posix-regex.ts";
import type { SedAction, SedAddress, SedCommand, SedRegex, Substitution } from "./sed-script.ts";

/** Input and output of a script. */
export interface SedStreams {
  /** Returns the next line, undefined at the end. */
  next(): Promise<string | undefined>;
  /** Returns whether no line follows. May wait for input. */
  isLast(): Promise<boolean>;
  /** Name of the current input. */
  readonly inputName: string;
  /** Number of the line read last. */
  readonly lineNumber: number;
  /** Writes a line to a file, or to the output if `path` is undefined. */
  writeLine(text: string, path?: string): Promise<void>;
  /** Writes text unchanged. */
  write(text: string): Promise<void>;
  /** Writes a file's content. Writes nothing if the file cannot be read. */
  copyFile(path: string): Promise<void>;
  /** Yields to other work in a loop that does not wait. */
  pause(): Promise<void>;
}

/** The next step after a command; undefined continues with the next command. */
type Step = { to: number } | "cycle" | "again" | "end" | undefined;

/** Runs a script on its input, line by line. */
export class SedProgram {
  readonly #commands: readonly SedCommand[];
  readonly #quiet: boolean;
  readonly #streams: SedStreams;
  /** Last line of each active range. Infinity if the range does not end at a line number. */
  readonly #ranges = new Map<SedCommand, number>();
  #space = "";
  #held = "";
  #substituted = false;
  #lastRegex: Regex | undefined;
  /** Output after the current line. */
  #appended: ({ text: string } | { path: string })[] = [];
  #exitCode = 0;

  constructor(commands: readonly SedCommand[], quiet: boolean, streams: SedStreams) {
    this.#commands = commands;
    this.#quiet = quiet;
    this.#streams = streams;
    for (const command of commands)
      if (command.from?.kind === "line" && command.from.number === 0) this.#ranges.set(command, Infinity);
  }

  /** Runs the script. Returns the exit code. Throws CommandError. */
  async run(): Promise<number> {
    for (let again = false; ;) {
      if (!again) {
        const line = await this.#streams.next();
        if (line === undefined) return this.#exitCode;
        this.#space = line;
      }
      await this.#streams.pause();
      this.#substituted = false;
      const ended = await this.#cycle();
      await this.#flush();
      if (ended === "end") return this.#exitCode;
      again = ended === "again";
    }
  }

  /** Runs the script once. */
  async #cycle(): Promise<"end" | "again" | undefined> {
    for (let i = 0; i < this.#commands.length; i++) {
      const command = this.#commands[i];
      if (!command) break;
      const { action } = command;
      const applies = this.#applies(command);
      if ((typeof applies === "boolean" ? applies : await applies) === command.negated) {
        if (action.name === "{") i = action.end;
        continue;
      }
      // Runs the most frequent command synchronously.
      if (action.name === "s" && !action.substitution.print && action.substitution.path === undefined) {
        this.#substituted = this.#substitute(action.substitution) || this.#substituted;
        continue;
      }
      const step = await this.#carryOut(action, command);
      if (step === undefined) continue;
      if (step === "cycle") return undefined;
      if (typeof step === "string") return step;
      if (step.to <= i) await this.#streams.pause();
      i = step.to - 1;
    }
    await this.#autoprint();
    return undefined;
  }

  async #autoprint(): Promise<void> {
    if (!this.#quiet) await this.#streams.writeLine(this.#space);
  }

  async #flush(): Promise<void> {
    if (this.#appended.length === 0) return;
    for (const each of this.#appended.splice(0)) {
      if ("text" in each) await this.#streams.write(each.text);
      else await this.#streams.copyFile(each.path);
    }
  }

  async #carryOut(action: SedAction, command: SedCommand): Promise<Step> {
    const streams = this.#streams;
    switch (action.name) {
      case "{":
      case "}":
      case ":":
        return undefined;
      case "=":
        return streams.write(`${streams.lineNumber}\n`).then(() => undefined);
      case "a":
        this.#appended.push({ text: action.text });
        return undefined;
      case "b":
        return { to: action.target };
      case "c":
        if (!this.#ranges.has(command) || command.negated) await streams.write(action.text);
        return "cycle";
      case "d":
        return "cycle";
      case "D": {
        const end = this.#space.indexOf("\n");
        if (end < 0) return "cycle";
        this.#space = this.#space.slice(end + 1);
        return "again";
      }
      case "F":
        return streams.writeLine(streams.inputName).then(() => undefined);
      case "g":
        this.#space = this.#held;
        return undefined;
      case "G":
        this.#space = bounded(`${this.#space}\n${this.#held}`);
        return undefined;
      case "h":
        this.#held = this.#space;
        return undefined;
      case "H":
        this.#held = bounded(`${this.#held}\n${this.#space}`);
        return undefined;
      case "i":
        return streams.write(action.text).then(() => undefined);
      case "l":
        return streams.write(visible(this.#space)).then(() => undefined);
      case "n":
      case "N":
        return this.#nextLine(action.name === "N");
      case "p":
        return streams.writeLine(this.#space).then(() => undefined);
      case "P":
        return streams.writeLine(this.#space.split("\n", 1)[0] ?? "").then(() => undefined);
      case "q":
        await this.#autoprint();
        this.#exitCode = action.exitCode;
        return "end";
      case "Q":
        this.#exitCode = action.exitCode;
        return "end";
      case "r":
        this.#appended.push({ path: action.path });
        return undefined;
      case "s": {
        const { substitution } = action;
        if (!this.#substitute(substitution)) return undefined;
        this.#substituted = true;
        if (substitution.print) await streams.writeLine(this.#space);
        if (substitution.path !== undefined) await streams.writeLine(this.#space, substitution.path);
        return undefined;
      }
      case "t":
      case "T": {
        const jumps = this.#substituted === (action.name === "t");
        this.#substituted = false;
        return jumps ? { to: action.target } : undefined;
      }
      case "w":
        return streams.writeLine(this.#space, action.path).then(() => undefined);
      case "x":
        [this.#space, this.#held] = [this.#held, this.#space];
        return undefined;
      case "y":
        this.#space = Array.from(this.#space, (character) => action.map.get(character) ?? character).join("");
        return undefined;
      case "z":
        this.#space = "";
        return undefined;
    }
  }

  /** `n` and `N`: without a next line the program prints the line and ends. */
  async #nextLine(appends: boolean): Promise<Step> {
    if (await this.#streams.isLast()) {
      await this.#autoprint();
      return "end";
    }
    if (!appends) await this.#autoprint();
    await this.#flush();
    const line = (await this.#streams.next()) ?? "";
    this.#space = appends ? bounded(`${this.#space}\n${line}`) : line;
    return undefined;
  }

  /** Returns whether a command applies to this line. Returns a promise only if it must wait for input. */
  #applies(command: SedCommand): boolean | Promise<boolean> {
    const { from, to } = command;
    if (!from) return true;
    return to ? this.#inRange(command, from, to) : this.#matches(from);
  }

  async #inRange(command: SedCommand, from: SedAddress, to: SedAddress): Promise<boolean> {
    const number = this.#streams.lineNumber;
    const end = this.#ranges.get(command);
    if (end !== undefined) {
      if (end === Infinity ? await this.#matches(to) : number >= end) this.#ranges.delete(command);
      if (end === Infinity || number <= end) return true;
    }
    if (!(await this.#matches(from))) return false;
    const last = lastOf(to, number);
    if (last === Infinity && to.kind === "last" && (await this.#streams.isLast())) return true;
    if (last > number) this.#ranges.set(command, last);
    return true;
  }

  #matches(address: SedAddress): boolean | Promise<boolean> {
    const number = this.#streams.lineNumber;
    switch (address.kind) {
      case "line":
        return number === address.number;
      case "step":
        return address.step === 0
          ? number === address.first
          : number >= address.first && (number - address.first) % address.step === 0;
      case "last":
        return this.#streams.isLast();
      case "match":
        return this.#regex(address.regex).test(this.#space);
      default:
        return false;
    }
  }

  #regex(regex: SedRegex): Regex {
    this.#lastRegex = regex ?? this.#lastRegex;
    if (!this.#lastRegex) throw new CommandError("sed: no previous regex");
    return this.#lastRegex;
  }

  #substitute({ regex, replacement, occurrence, all }: Substitution): boolean {
    const text = this.#space;
    let count = 0;
    let done = 0;
    let result = "";
    for (const { start, end, group } of this.#regex(regex).matches(text)) {
      count += 1;
      if (count < occurrence) continue;
      result += text.slice(done, start);
      for (const piece of replacement) result += typeof piece === "number" ? group(piece) : piece;
      bounded(result);
      done = end;
      if (!all) break;
    }
    if (count < occurrence) return false;
    this.#space = bounded(result + text.slice(done));
    return true;
  }
}

/** Returns the last line of a range. Infinity if the range does not end at a line number. */
function lastOf(to: SedAddress, number: number): number {
  if (to.kind === "line") return to.number;
  if (to.kind === "more") return number + to.number;
  if (to.kind === "multiple") return to.number === 0 ? number : Math.ceil(number / to.number) * to.number;
  return Infinity;
}

function bounded(text: string): string {
  if (text.length > 2 * LIMITS.lineBytes) throw new CommandError("sed: out of memory");
  return text;
}

const SHOWN_WIDTH = 69;
const NAMES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** `l`: escapes unprintable characters and folds long lines. */
function visible(text: string): string {
  let shown = "";
  let width = 0;
  for (const byte of encodeText(text)) {
    const character = String.fromCharCode(byte);
    const octal = `\\${byte.toString(8).padStart(3, "0")}`;
    const piece = NAMES[character] ?? (byte >= 0x20 && byte < 0x7f ? character : octal);
    if (width + piece.length > SHOWN_WIDTH) {
      shown += "\\\n";
      width = 0;
    }
    shown += piece;
    width += piece.length;
  }
  return `${shown}$\n`;
}
