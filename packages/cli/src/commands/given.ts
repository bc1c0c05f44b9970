import { InvalidArgumentError } from "@commander-js/extra-typings";
import { DURATION_FORM, DURATION_PATTERN } from "@terrarium/contract/parse-duration";

// What reads the value of an option or argument throws InvalidArgumentError: commander then names it as it was typed.

/** Collects `name=value`, given as often as there are pairs. */
export function collectPair(text: string, pairs: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Use name=value.");
  return { ...pairs, [text.slice(0, at)]: text.slice(at + 1) };
}

/** A duration, for the server to read. */
export function readDuration(text: string): string {
  if (!DURATION_PATTERN.test(text)) throw new InvalidArgumentError(`${DURATION_FORM}.`);
  return text;
}

/** A number of things. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Use a number above 0.");
  return Number(text);
}

/** Some of these values, with commas between. */
export const readSomeOf =
  <const Value extends string>(values: readonly Value[]) =>
  (text: string): Value[] =>
    text.split(",").map((word) => {
      const value = values.find((each) => each === word);
      if (value === undefined) throw new InvalidArgumentError(`Allowed choices are ${values.join(", ")}.`);
      return value;
    });

/** Of options that may be left out, those that were given. */
export const given = <Options extends object>(options: Options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
