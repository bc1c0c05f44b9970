import { randomUUID } from "node:crypto";
import path from "node:path";
import { cutText } from "@terrarium/bounds/cut-text";

/** A name has at most 255 bytes. A character takes up to three bytes, and the prefix and suffix take 43. */
const NAME_CHARS = 60;

/** Returns the path of the partial file, next to the path that it receives when it is complete. */
export const partFileOf = (file: string): string =>
  path.join(path.dirname(file), `.${cutText(path.basename(file), NAME_CHARS)}.${randomUUID()}.part`);
