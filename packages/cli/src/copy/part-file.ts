import { randomUUID } from "node:crypto";
import path from "node:path";

/** A name has 255 bytes at most, of which a character takes up to three, and what makes it another one 43. */
const NAME_CHARS = 60;

/** Where a file is gathered, beside the place that it takes when all of it is here. */
export const partFileOf = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file).slice(0, NAME_CHARS)}.${randomUUID()}.part`);
