import { cutText } from "@terrarium/bounds/cut-text";

const MAX_NAME_CHARS = 100;

/** Shortens the name of a field. Callers can send very long names. */
export const cutName = (text: string): string =>
  text.length > MAX_NAME_CHARS ? `${cutText(text, MAX_NAME_CHARS)}…` : text;
