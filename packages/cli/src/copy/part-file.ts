import { randomUUID } from "node:crypto";
import path from "node:path";
import { cutText } from "@terrarium/adb/cut-text";

/** A name has 255 bytes at most, of which a character takes up to three, and what makes it another one 43. */
const NAME_CHARS = 60;

/** Where a file is gathered, beside the place that it takes when all of it is here. */
export const partFileOf = (file: string): string =>
  path.join(path.dirname(file), `.${cutText(path.basename(file), NAME_CHARS)}.${randomUUID()}.part`);
