import { CommandError } from "../command.ts";

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
    if (next === undefined) throw new CommandError(`Error: Argument expected after "${after}"`, 255);
    return next;
  }

  requireInteger(after: string): number {
    const text = this.require(after);
    if (!/^-?\d+$/.test(text)) throw new CommandError(`Error: "${text}" after ${after} is no whole number`, 255);
    return Number(text);
  }

  rest(): string[] {
    return this.#rest.splice(0);
  }
}

export function unknownOption(option: string): CommandError {
  return new CommandError(`Error: Unknown option: ${option}`, 255);
}

/** `--user 0` and its kin; the device has one user. Returns whether the option was one of these. */
export function takeUserOption(option: string, args: Arguments): boolean {
  if (option !== "--user") return false;
  const user = args.require(option);
  if (!["0", "-2", "-1", "current", "all", "cur"].includes(user)) {
    throw new CommandError(`Error: this device has user 0 only, not "${user}"`, 255);
  }
  return true;
}
