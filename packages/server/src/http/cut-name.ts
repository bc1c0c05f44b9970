import { cutText } from "@terrarium/adb/cut-text";

const MAX_NAME_CHARS = 100;

/** Cuts the name of a field, which callers may make very long. */
export const cutName = (text: string): string =>
  text.length > MAX_NAME_CHARS ? `${cutText(text, MAX_NAME_CHARS)}…` : text;
