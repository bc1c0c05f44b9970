import { z } from "zod";

const MAX_MEGABYTES = 1_048_576;

/** A setting with a number of megabytes from `min`. */
export function megabytes(min: number, usual: number) {
  const error = `must be a number from ${min} to ${MAX_MEGABYTES}`;
  const text = z.string().regex(/^\d{1,7}$/, error);
  const number = text.transform(Number).refine((value) => value >= min && value <= MAX_MEGABYTES, error);
  return number.default(usual);
}
