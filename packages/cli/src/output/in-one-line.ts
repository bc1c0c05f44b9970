import { stripVTControlCharacters } from "node:util";

/** What would move the cursor or break the line. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** A text of others, such as a name or a reason, without what would change what else is on a terminal. */
export const inOneLine = (text: string): string => stripVTControlCharacters(text).replaceAll(CONTROLS, " ");
