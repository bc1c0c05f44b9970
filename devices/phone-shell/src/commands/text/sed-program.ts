import { CommandError } from "../../command-error.ts";
import { limits } from "../../limits.ts";
import { encodeText } from "../../streams/text-bytes.ts";
import type { Regex } from "./posix-regex.ts";
import type { SedAction, SedAddress, SedCommand, SedRegex, Substitution } from "./sed-script.ts";

/** What a script reads from and writes to. */
export interface SedStreams {
  /** The next line; undefined at the end. */
  next(): Promise<string | undefined>;
  /** Whether no line follows: this may wait for input. */
  isLast(): Promise<boolean>;
  /** The name of what is read from. */
  readonly inputName: string;
  /** The number of the line that was read last. */
  readonly lineNumber: number;
  /** Writes a line, to a file where one is named. */
  writeLine(text: string, path?: string): Promise<void>;
  /** Writes text as it is. */
  write(text: string): Promise<void>;
  /** Writes what a file holds; nothing if it cannot be read. */
  copyFile(path: string): Promise<void>;
  /** Gives way to others in a loop that does not wait. */
  pause(): Promise<void>;
}

/** What comes after a command that does not simply go on. */
type Step = { to: number } | "cycle" | "again" | "end" | undefined;

/** Carries a script out, line by line as input comes. */
export class SedProgram {
  readonly #commands: readonly SedCommand[];
  readonly #quiet: boolean;
  readonly #streams: SedStreams;
  /** Of the ranges that are being passed: the line they end at, or infinity where something else ends them. */
  readonly #ranges = new Map<SedCommand, number>();
  #space = "";
  #held = "";
  #substituted = false;
  #lastRegex: Regex | undefined;
  /** What follows the line. */
  #appended: ({ text: string } | { path: string })[] = [];
  #exitCode = 0;

  constructor(commands: readonly SedCommand[], quiet: boolean, streams: SedStreams) {
    this.#commands = commands;
    this.#quiet = quiet;
    this.#streams = streams;
    for (const command of commands)
      if (command.from?.kind === "line" && command.from.number === 0) this.#ranges.set(command, Infinity);
  }

  /** Gives the exit code. Throws CommandError. */
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

  /** One pass of the script. */
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
      // What is done most needs no waiting.
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

  /** `n` and `N`: without a next line the program ends, and the line is written. */
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

  /** Whether a command is for this line. A promise only where the input must be asked. */
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

/** The line that a range ends with; infinity where that is not known by its number. */
function lastOf(to: SedAddress, number: number): number {
  if (to.kind === "line") return to.number;
  if (to.kind === "more") return number + to.number;
  if (to.kind === "multiple") return to.number === 0 ? number : Math.ceil(number / to.number) * to.number;
  return Infinity;
}

function bounded(text: string): string {
  if (text.length > 2 * limits.lineBytes) throw new CommandError("sed: out of memory");
  return text;
}

const shownWidth = 69;
const names: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** `l`: what is not printed is written out, and long lines are folded. */
function visible(text: string): string {
  let shown = "";
  let width = 0;
  for (const byte of encodeText(text)) {
    const character = String.fromCharCode(byte);
    const octal = `\\${byte.toString(8).padStart(3, "0")}`;
    const piece = names[character] ?? (byte >= 0x20 && byte < 0x7f ? character : octal);
    if (width + piece.length > shownWidth) {
      shown += "\\\n";
      width = 0;
    }
    shown += piece;
    width += piece.length;
  }
  return `${shown}$\n`;
}
