import { InvalidArgumentError } from "@commander-js/extra-typings";
import { DURATION_FORM, DURATION_PATTERN } from "@terrarium/contract/parse-duration";
import { parsePhoneClock, PHONE_CLOCK_FORM } from "@terrarium/contract/parse-phone-clock";

// Parsers of options and arguments throw InvalidArgumentError: commander then quotes the value as typed.

/** Collects a repeatable option `name=value`. */
export function collectPair(text: string, pairs: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Use name=value.");
  return { ...pairs, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Validates a duration. The server parses it. */
export function readDuration(text: string): string {
  if (!DURATION_PATTERN.test(text)) throw new InvalidArgumentError(`${DURATION_FORM}.`);
  return text;
}

/** Parses a phone's clock. The server checks its time and speed. */
export function readClock(text: string): NonNullable<ReturnType<typeof parsePhoneClock>> {
  const clock = parsePhoneClock(text);
  if (clock === undefined) throw new InvalidArgumentError(`${PHONE_CLOCK_FORM}.`);
  return clock;
}

/** Parses a count. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Use a number above 0.");
  return Number(text);
}

/** Returns a parser of a comma-separated list of these values. */
export const readSomeOf =
  <const Value extends string>(values: readonly Value[]) =>
  (text: string): Value[] =>
    text.split(",").map((word) => {
      const value = values.find((each) => each === word);
      if (value === undefined) throw new InvalidArgumentError(`Allowed choices are ${values.join(", ")}.`);
      return value;
    });

/** Returns the optional options that are set. */
export const given = <Options extends object>(options: Options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
