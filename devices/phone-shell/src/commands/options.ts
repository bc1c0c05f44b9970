import { CommandError, HelpText } from "../command-error.ts";
import type { Process } from "../process.ts";

/** Version that toybox and each of its commands report. */
export const TOYBOX_VERSION = "toybox 0.8.9-android";

export interface Options {
  /** Returns whether an option was given, by its letter or long name. */
  has(name: string): boolean;
  /** Returns the last value of an option. */
  value(name: string): string | undefined;
  /** Returns all values of an option, in order. */
  values(name: string): readonly string[];
  /** Returns how often an option was given. */
  count(name: string): number;
  readonly operands: string[];
}

export interface OptionSpec {
  /** Letters of the options. A colon follows a letter with a value: `rn:v`. */
  letters: string;
  /** Long names. A name with a value ends with `=`; `name:letter` is the same as the letter. */
  long?: readonly string[];
  /** Whether options end at the first operand, as for commands that run other commands. */
  stopAtOperand?: boolean;
  /** Exit code for invalid options, 1 by default. */
  exitCode?: number;
  /** The option letter that `-5` stands for: `-n 5` with "n". */
  digits?: string;
  /** Whether arguments with unknown options are operands, such as negative numbers (`?` in toybox's option strings). */
  unknownAreOperands?: boolean;
}

/** Lists the options, one per line. */
function helpOf(name: string, { letters, long = [] }: OptionSpec): string {
  const short = [...letters.matchAll(/([^:])(:?)/g)].map(([, letter, value]) => `-${letter}${value ? " VALUE" : ""}`);
  const whole = long.map((entry) => `--${entry.replace(/:.*/, "").replace("=", "=VALUE")}`);
  const options = [...short, ...whole];
  return `usage: ${name} ${options.map((option) => `[${option}]`).join(" ")} ...\n\n${options.map((option) => `${option}\n`).join("")}`;
}

/** Parses arguments as toybox does. Throws toybox's message for an unknown option. */
export function parseOptions({ name, args }: Pick<Process, "name" | "args">, spec: OptionSpec): Options {
  const found = new Map<string, string[]>();
  const operands: string[] = [];
  const add = (key: string, value: string) => found.set(key, [...(found.get(key) ?? []), value]);
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-" || (spec.unknownAreOperands && !areKnown(arg, spec))) {
      operands.push(arg);
      if (!spec.stopAtOperand) continue;
      operands.push(...args.slice(i + 1));
      break;
    }
    if (arg === "--help") throw new HelpText(helpOf(name, spec));
    if (arg === "--version") throw new HelpText(`${TOYBOX_VERSION}\n`);
    if (arg.startsWith("--")) i += addLong(name, arg, args[i + 1], spec, add);
    else if (spec.digits !== undefined && /^-\d+$/.test(arg)) add(spec.digits, arg.slice(1));
    else i += addLetters(name, arg, args[i + 1], spec, add);
  }
  return {
    operands,
    has: (key) => found.has(key),
    value: (key) => found.get(key)?.at(-1),
    values: (key) => found.get(key) ?? [],
    count: (key) => found.get(key)?.length ?? 0,
  };
}

/** Returns whether an argument consists of the given options. */
function areKnown(arg: string, { letters, long = [] }: OptionSpec): boolean {
  if (arg.startsWith("--")) {
    const [key] = arg.slice(2).split("=");
    return ["help", "version", ...long].some((entry) => entry.split(/[=:]/)[0] === key);
  }
  // A letter with a value ends the options.
  for (const letter of arg.slice(1)) {
    const place = letter === ":" ? -1 : letters.indexOf(letter);
    if (place < 0) return false;
    if (letters.charAt(place + 1) === ":") return true;
  }
  return true;
}

type Add = (key: string, value: string) => void;

/** Adds the options of one argument. Returns how many of the next arguments they used. */
function addLetters(name: string, arg: string, next: string | undefined, spec: OptionSpec, add: Add): number {
  const { letters, exitCode } = spec;
  for (let at = 1; at < arg.length; at++) {
    const letter = arg.charAt(at);
    const place = letter === ":" ? -1 : letters.indexOf(letter);
    if (place < 0)
      throw new CommandError(`${name}: Unknown option '${arg.slice(at)}' (see "${name} --help")`, exitCode);
    if (letters.charAt(place + 1) !== ":") {
      add(letter, "");
      continue;
    }
    const rest = arg.slice(at + 1);
    if (rest !== "") {
      add(letter, rest);
      return 0;
    }
    if (next === undefined)
      throw new CommandError(`${name}: Missing argument to -${letter} (see "${name} --help")`, exitCode);
    add(letter, next);
    return 1;
  }
  return 0;
}

function addLong(name: string, arg: string, next: string | undefined, { long = [] }: OptionSpec, add: Add): number {
  const [key = "", value] = arg.slice(2).split(/=([^]*)/);
  const known = long.find((entry) => entry.split(/[=:]/)[0] === key);
  if (known === undefined) throw new CommandError(`${name}: Unknown option '${arg.slice(2)}' (see "${name} --help")`);
  const letter = known.split(":")[1] ?? key;
  if (!known.includes("=")) {
    add(letter, "");
    return 0;
  }
  const text = value ?? next;
  if (text === undefined) throw new CommandError(`${name}: Missing argument to --${key} (see "${name} --help")`);
  add(letter.replace("=", ""), text);
  return value === undefined ? 1 : 0;
}

/** Checks the minimum and maximum number of operands. Throws toybox's message. */
export function needOperands(
  { name }: Pick<Process, "name">,
  { operands }: Options,
  least: number,
  most = Infinity,
  exitCode = 1,
): void {
  const count = (number: number) => `${number} argument${number === 1 ? "" : "s"} (see "${name} --help")`;
  if (operands.length < least)
    throw new CommandError(`${name}: Need${least === 1 ? "s" : ""} ${count(least)}`, exitCode);
  if (operands.length > most) throw new CommandError(`${name}: Max ${count(most)}`, exitCode);
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  b: 512,
  c: 1,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
};

/** Parses a number as toybox does: `10`, `0x10`, `4k`, `2M`, `1kd` (decimal). */
export function parseSize(name: string, text: string): number {
  const [, sign = "", digits = "", unit = "", decimal] =
    /^([-+]?)(0x[0-9a-f]+|\d+(?:\.\d+)?)([bckmgt]?)([dD]?)(?:i?b)?$/i.exec(text) ?? [];
  if (digits === "") throw new CommandError(`${name}: not integer: ${text}`);
  const factor = decimal
    ? 1000 ** ["", "k", "m", "g", "t"].indexOf(unit.toLowerCase())
    : (UNITS[unit.toLowerCase()] ?? 1);
  return (sign === "-" ? -1 : 1) * Math.floor(Number(digits) * factor);
}
