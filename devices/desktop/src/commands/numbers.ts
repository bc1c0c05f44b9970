import { CommandError } from "./command.ts";

/** Parses the first `count` arguments as numbers. Throws CommandError if one is missing or not a number. */
export function numbers(args: readonly string[], count: number): number[] {
  const parsed = args.slice(0, count).map(Number);
  if (parsed.length < count || parsed.some((number) => !Number.isFinite(number)))
    throw new CommandError(`Error: ${count} numbers are wanted, not "${args.join(" ")}"`);
  return parsed;
}
