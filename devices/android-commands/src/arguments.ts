import { FailedAnswer } from "./android-command.ts";
import { illegalArgument, JavaException } from "./java-exception.ts";

/**
 * Reads arguments in order, as AOSP's ShellCommand does. Options come before operands, and an option may use the
 * argument after it.
 */
export class Arguments {
  readonly #rest: string[];

  constructor(args: readonly string[]) {
    this.#rest = [...args];
  }

  /** Returns the next argument if it is an option. */
  nextOption(): string | undefined {
    const next = this.#rest[0];
    if (next === undefined || !next.startsWith("-") || next === "-") return undefined;
    this.#rest.shift();
    return next === "--" ? undefined : next;
  }

  next(): string | undefined {
    return this.#rest.shift();
  }

  peek(): string | undefined {
    return this.#rest[0];
  }

  /** Returns the next argument. Throws with Android's message if there is none. */
  require(after: string): string {
    const next = this.#rest.shift();
    if (next === undefined) throw illegalArgument(`Argument expected after "${after}"`);
    return next;
  }

  requireInteger(after: string): number {
    const text = this.require(after);
    if (!/^-?\d+$/.test(text))
      throw new JavaException("java.lang.NumberFormatException", `For input string: "${text}"`);
    return Number(text);
  }

  rest(): string[] {
    return this.#rest.splice(0);
  }
}

const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?[fd]?$/i;

/** Parses a number as Java's Float.parseFloat does. Returns undefined unless it is finite and decimal. */
export function decimalOf(text: string): number | undefined {
  const value = DECIMAL.test(text.trim()) ? Number.parseFloat(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

export function unknownOption(option: string): FailedAnswer {
  return new FailedAnswer(`Error: Unknown option: ${option}`, 255);
}

/** Accepts `--user 0` and similar options; the device has one user. Returns whether the option was one of these. */
export function takeUserOption(option: string, args: Arguments): boolean {
  if (option !== "--user") return false;
  const user = args.require(option);
  if (!["0", "-2", "-1", "current", "all", "cur"].includes(user)) {
    throw illegalArgument(`Bad user number: ${user} (this device has user 0 only)`);
  }
  return true;
}

/** Returns whether the text is `yes`. Throws with the message of AOSP ShellCommand utilities if it is neither word. */
export function either(text: string | undefined, yes: string, no: string): boolean {
  if (text !== yes && text !== no) {
    throw illegalArgument(`Expected '${yes}' or '${no}' as next arg but got '${text ?? "null"}'`);
  }
  return text === yes;
}
