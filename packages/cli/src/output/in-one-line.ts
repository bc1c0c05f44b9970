import { stripVTControlCharacters } from "node:util";

/** Characters that move the cursor or break the line. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * Returns text from other people, such as a name or a reason, without control sequences that affect the rest of a
 * terminal.
 */
export const inOneLine = (text: string): string => stripVTControlCharacters(text).replaceAll(CONTROLS, " ");
