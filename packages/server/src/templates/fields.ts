import { z } from "zod";

/** A whole number in a file of templates. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int(error).min(min, error).max(max, error);
}

/** One of several words in a file of templates. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(", ")}`);
