import { FailedAnswer } from "./android-command.ts";
import { illegalArgument, JavaException } from "./java-exception.ts";

/**
 * Takes arguments one after another, as AOSP's ShellCommand does: options come before operands, and an option may
 * take what follows it.
 */
export class Arguments {
  readonly #rest: string[];

  constructor(args: readonly string[]) {
    this.#rest = [...args];
  }

  /** The next argument if it is an option. */
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

  /** The next argument; throws what Android prints where there is none. */
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

const decimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?[fd]?$/i;

/** A number as Java's Float.parseFloat takes it: finite and decimal; undefined where it is none. */
export function decimalOf(text: string): number | undefined {
  const value = decimal.test(text.trim()) ? Number.parseFloat(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

export function unknownOption(option: string): FailedAnswer {
  return new FailedAnswer(`Error: Unknown option: ${option}`, 255);
}

/** `--user 0` and its kin; the device has one user. Returns whether the option was one of these. */
export function takeUserOption(option: string, args: Arguments): boolean {
  if (option !== "--user") return false;
  const user = args.require(option);
  if (!["0", "-2", "-1", "current", "all", "cur"].includes(user)) {
    throw illegalArgument(`Bad user number: ${user} (this device has user 0 only)`);
  }
  return true;
}
